import { engineSettings } from '@footnote/platform/engine-settings'
import { type Environment, findUnknownSettings } from '@footnote/platform/settings'
import type { Command } from 'commander'
import { readEngineConfig } from '../config.ts'
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
  const outside = await openOutside(config, { isToRead: false })
  try {
    const probes = await probeOutside(outside)
    const lines = probes.map(({ name, isGood, note }) => `${isGood ? '✓' : '✗'} ${name}: ${note}`)
    if (lines.length === 0) lines.push('The engine asks nobody beyond its library.')
    lines.push(...remarkOnSettings(process.env).map(remark => `! ${remark}`))
    await writeOut(`${lines.join('\n')}\n`)
    if (probes.some(({ isGood }) => !isGood)) process.exitCode = 1
  } finally {
    await outside.close()
  }
}

/** Three letters identify a setting's family: SEARX_URL is the engine's, TASK_LIFETIME the service's. */
const FAMILY_CHARACTERS = 'FOOTNOTE_'.length + 3
/** Services with a default address, which need only a key. */
const KEYED = engineSettings
  .filter(({ name, fallback }) => name.endsWith('_URL') && fallback !== '')
  .map(({ name }) => name.replace(/_URL$/, ''))

/** Lists likely mistakes in the engine's settings that stop nothing, by name and never by value. */
export function remarkOnSettings(env: Environment): string[] {
  const known = engineSettings.map(({ name }) => name)
  const families = new Set(known.map(familyOf))
  const misspelt = findUnknownSettings(env, known).filter(name => families.has(familyOf(name)))
  const keyless = KEYED.filter(name => env[`${name}_URL`]?.trim() && !env[`${name}_KEY`]?.trim())
  return [
    ...misspelt.map(name => `${name} is not a setting of Footnote; is it misspelt?`),
    ...keyless.map(name => `${name}_URL is set, but is not asked without ${name}_KEY`),
  ]
}

/** Returns the family of a setting: the environment may also hold the service's settings. */
function familyOf(name: string): string {
  return name.slice(0, FAMILY_CHARACTERS)
}
