import { engineSettings } from '@footnote/platform/engine-settings'
import { createLog, describeFault } from '@footnote/platform/log'
import type { Command } from 'commander'
import { type Config, findUnknownSettings, readConfig } from '../config.ts'
import { demonstrationText } from '../demonstration.ts'
import { isLoopback } from '../local-mode.ts'
import { DEFAULT_DATA_DIR } from '../settings.ts'

const IMPATIENT_MS = 1_000

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the service; settings come from environment variables')
    .action(serve)
}

/**
 * Resolves at the first stop signal. A second one more than a moment later ends the process at
 * once.
 */
function waitForStopSignal(): Promise<string> {
  let firstAt: number | undefined
  return new Promise(resolve => {
    const note = (signal: string) => {
      firstAt ??= performance.now()
      // Ctrl-C under npm arrives twice at once, from the terminal and from npm.
      if (performance.now() - firstAt > IMPATIENT_MS) {
        say('Stopped immediately. The next start settles open calls and stops the database.')
        process.exit(1)
      }
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, note)
  })
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // A closed terminal must not prevent a clean shutdown.
  process.stdout.on('error', () => {})
  for (const name of findUnknownSettings(process.env)) {
    log.warn({ name }, 'unknown setting; check its spelling')
  }
  if (isProxyUnnamed(config)) {
    log.warn(
      'FOOTNOTE_TRUSTED_PROXIES does not name the proxy in front of FOOTNOTE_PUBLIC_URL: all visitors share one limit on sign-in attempts',
    )
  }
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      // The state of the process is unknown now; the sweeper settles its open charges.
      log.fatal(describeFault(error), 'stopping because of an unexpected fault')
      process.exit(1)
    })
  }
  const command = commandFor(config)
  const stopRequested = waitForStopSignal()
  // Loaded only here, so that the other operator commands start faster.
  const { startService } = await import('../service.ts')
  const { url, stop } = await startService(config, {
    log,
    onFirstStart: demonstration => say(demonstrationText({ ...demonstration, command })),
  })
  say(`Footnote is ready at ${url} (documentation: ${url}/docs)`)
  const hints = [
    ...whereTheWebsiteIs(config, { url, command }),
    ...whereAnswersComeFrom(config, { command }),
  ]
  for (const line of hints) say(line)
  const signal = await stopRequested
  say(
    `Stopping: running calls have ${config.drainMs / 1_000} s to finish. Press Ctrl-C again to stop immediately.`,
  )
  log.info({ signal }, 'shutting down')
  await stop()
  log.info('stopped')
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
