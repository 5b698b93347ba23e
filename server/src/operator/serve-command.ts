import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { demonstrationText } from '../demonstration.ts'
import { createLog, describeFault } from '../log.ts'

const IMPATIENT_MS = 1_000

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the service; settings come from the environment')
    .action(serve)
}

/** Resolves at the first signal to stop; another one a while later ends the process at once. */
function waitForStopSignal(): Promise<string> {
  let firstAt: number | undefined
  return new Promise(resolve => {
    const note = (signal: string) => {
      firstAt ??= performance.now()
      // Ctrl-C under npm arrives twice at once, from the terminal and from npm.
      if (performance.now() - firstAt > IMPATIENT_MS) process.exit(1)
      resolve(signal)
    }
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, note)
  })
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      // Nothing is known about the state of the process any more; the sweeper settles what it held.
      log.fatal(describeFault(error), 'the process ends on an unexpected fault')
      process.exit(1)
    })
  }
  const stopRequested = waitForStopSignal()
  // Loaded only here: the operator's other commands start much sooner without it.
  const { startService } = await import('../service.ts')
  const canAnswer = config.upstream !== undefined
  const { url, stop } = await startService(config, {
    log,
    onFirstStart: ({ key, url }) =>
      process.stdout.write(demonstrationText({ key, url, canAnswer })),
  })
  process.stdout.write(`Footnote is ready at ${url} (reference: ${url}/docs)\n`)
  if (!canAnswer) {
    process.stdout.write(
      'No upstream is configured: paid calls get 503 and cost nothing. Set FOOTNOTE_UPSTREAM_URL.\n',
    )
  }
  log.info({ signal: await stopRequested }, 'shutting down')
  await stop()
  log.info('stopped')
}
