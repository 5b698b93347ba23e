import cluster from 'node:cluster'
import { engineSettings } from '@footnote/platform/engine-settings'
import { createLog, type Log } from '@footnote/platform/log'
import { endOnFault, waitForStop } from '@footnote/platform/wait-for-stop'
import type { Command } from 'commander'
import { type Config, findUnknownSettings, readConfig } from '../config.ts'
import { demonstrationText } from '../demonstration.ts'
import { isLoopback } from '../local-mode.ts'
import type { Service } from '../service.ts'
import { DEFAULT_DATA_DIR } from '../settings.ts'
import { joinParent, type WorkerPlace } from '../workers/join-parent.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the service; settings come from environment variables')
    .action(serve)
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const worker = cluster.isWorker ? await joinParent() : undefined
  try {
    await serveUntilStopped(config, worker)
  } finally {
    worker?.leave()
  }
}

async function serveUntilStopped(config: Config, worker: WorkerPlace | undefined): Promise<void> {
  const log = createLog(config.logLevel).child(worker ? { worker: worker.index } : {})
  // A closed terminal must not prevent a clean shutdown.
  process.stdout.on('error', () => {})
  if (!worker) warnOfSettings(config, log)
  // The sweeper settles its open charges.
  endOnFault(log, 'stopping because of an unexpected fault')
  // The parent of workers speaks to the person who started it.
  const sayOnce = worker ? () => {} : say
  const stopping = waitForStop(() =>
    sayOnce('Stopped immediately. The next start settles open calls and stops the database.'),
  )
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stopping.request)
  const { url, stop } = await startProcess(config, { log, worker })
  worker?.announce(url)
  const command = commandFor(config)
  const lines = [
    `Footnote is ready at ${url} (documentation: ${url}/docs)`,
    ...whereTheWebsiteIs(config, { url, command }),
    ...whereAnswersComeFrom(config, { command }),
  ]
  for (const line of lines) sayOnce(line)
  const signal = await stopping.requested
  sayOnce(
    `Stopping: running calls have ${config.drainMs / 1_000} s to finish. Press Ctrl-C again to stop immediately.`,
  )
  log.info({ signal }, 'shutting down')
  await stop()
  log.info('stopped')
}

/** Starts the service in this process, or workers that do. Only the needed code is loaded. */
async function startProcess(
  config: Config,
  { log, worker }: { log: Log; worker: WorkerPlace | undefined },
): Promise<Pick<Service, 'url' | 'stop'>> {
  if (config.workers > 1 && !worker) {
    const { startWorkers } = await import('../workers/start-workers.ts')
    return startWorkers(config, { log })
  }
  const { startService } = await import('../service.ts')
  const command = commandFor(config)
  return startService(config, {
    log,
    worker,
    onFirstStart: demonstration => say(demonstrationText({ ...demonstration, command })),
  })
}

function warnOfSettings(config: Config, log: Log): void {
  for (const name of findUnknownSettings(process.env)) {
    log.warn({ name }, 'unknown setting; check its spelling')
  }
  if (isProxyUnnamed(config)) {
    log.warn(
      'FOOTNOTE_TRUSTED_PROXIES does not name the proxy in front of FOOTNOTE_PUBLIC_URL: all visitors share one limit on sign-in attempts',
    )
  }
}

/**
 * Returns whether there is a proxy on this machine that the settings do not name: a public address
 * on a service that listens on loopback needs one.
 */
function isProxyUnnamed({ website, publicUrl, host }: Config): boolean {
  const isProxied = publicUrl !== undefined && isLoopback(host)
  return website.isOn && isProxied && website.trustedProxies.length === 0
}

/**
 * Returns the start of a command for this service, with its data folder if that is not the default.
 */
function commandFor({ dataDir }: Config): string {
  if (dataDir === DEFAULT_DATA_DIR) return 'npx footnote'
  return `FOOTNOTE_DATA_DIR='${dataDir.replaceAll("'", "'\\''")}' npx footnote`
}

function whereTheWebsiteIs(
  { website, publicUrl }: Config,
  { url, command }: { url: string; command: string },
): string[] {
  if (!website.isOn) return []
  return [
    `The website is at ${publicUrl ?? url}`,
    ...(website.smtp ? [] : [`Email stays on this machine. Read it with: ${command} outbox`]),
  ]
}

function whereAnswersComeFrom(
  { upstream, engine }: Config,
  { command }: { command: string },
): string[] {
  // The host alone, since the URL may contain a name and a password.
  if (upstream) return [`Answers come from the upstream at ${new URL(upstream.url).host}`]
  const reachesOut = engineSettings.some(
    setting => setting.reachesOut && engine.environment[setting.name] !== undefined,
  )
  return [
    `Answers come from the embedded engine. Add documents with: ${command} library add PATH|URL`,
    reachesOut
      ? 'Check its search services and model with: npx footnote engine check'
      : 'To add web search, filings or a model, see docs/configuration.md',
  ]
}

/** Prints to the person who started the service; the log is for programs. */
function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
