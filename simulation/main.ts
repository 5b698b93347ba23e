import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type SimulationOptions, simulate } from './simulate.ts'
import { summarize } from './summarize.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    minutes: { type: 'string', default: '2' },
    seconds: { type: 'string' },
    instances: { type: 'string', default: '2' },
  },
})

const options: SimulationOptions = {
  seed: toNumber('seed', values.seed),
  seconds: values.seconds
    ? toNumber('seconds', values.seconds)
    : toNumber('minutes', values.minutes) * 60,
  instances: toNumber('instances', values.instances),
}
const simulation = await simulate(options)
process.stdout.write(summarize(simulation, options))
if (simulation.violations.length > 0) process.exitCode = 1

function toNumber(name: string, text: string): number {
  const number = Number(text)
  if (!(number >= 0)) throw new Error(`--${name} must be a number`)
  return number
}
