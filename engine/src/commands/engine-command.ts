import type { Command } from 'commander'
import { readEngineConfig } from '../config.ts'
import { remarkOnSettings } from './remark-on-settings.ts'
import { writeOut } from './terminal.ts'

/** Other commands start much faster without the engine's modules, so they are loaded when needed. */
export function addEngineCommand(program: Command): void {
  const engine = program
    .command('engine')
    .description('Run the research engine alone; settings come from the environment')
    .action(async () => (await import('./serve-engine.ts')).serveEngine())
  engine
    .command('check')
    .description('Ask each search service, model and source that is configured whether it works')
    .action(checkOutside)
}

async function checkOutside(): Promise<void> {
  const { outside: config } = readEngineConfig(process.env)
  const { openOutside, probeOutside } = await import('./open-outside.ts')
  await using resources = new AsyncDisposableStack()
  const outside = await openOutside(config, { isToRead: false })
  resources.defer(() => outside.close())
  const probes = await probeOutside(outside)
  const lines = probes.map(({ name, isGood, note }) => `${isGood ? '✓' : '✗'} ${name}: ${note}`)
  if (lines.length === 0) lines.push('The engine asks nobody beyond its library.')
  lines.push(...remarkOnSettings(process.env).map(remark => `! ${remark}`))
  await writeOut(`${lines.join('\n')}\n`)
  if (probes.some(({ isGood }) => !isGood)) process.exitCode = 1
}
