import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import { TOOLS, type Tool } from '@footnote/contract/tools'
import { parseUsd } from '@footnote/contract/units'
import type { Command } from 'commander'
import { endOfDay, type KeyLimits } from '../keys/key-limits.ts'
import { CommandError } from './command-error.ts'

export interface LimitOptions {
  readonly dailyCap?: string
  readonly monthlyCap?: string
  readonly tools?: string
  readonly callsPerMinute?: string
  readonly expires?: string
}

const NONE = 'none'

export function addLimitOptions(command: Command): Command {
  return command
    .option('--daily-cap <usd>', 'Most that the key spends in a day (UTC), or none')
    .option('--monthly-cap <usd>', 'Most that the key spends in a month (UTC), or none')
    .option('--tools <names>', `Tools that the key may call, of ${TOOLS.join(',')}, or none`)
    .option('--calls-per-minute <number>', 'Calls that the key may make in a minute, or none')
    .option('--expires <day>', 'Last day (UTC) on which the key works, as 2027-01-31, or none')
}

/** Reads the options; a limit without one keeps its value. */
export function readLimitOptions(options: LimitOptions, current: KeyLimits): KeyLimits {
  return {
    dayCapUnits: read(options.dailyCap, current.dayCapUnits, text => readUsd('--daily-cap', text)),
    monthCapUnits: read(options.monthlyCap, current.monthCapUnits, text =>
      readUsd('--monthly-cap', text),
    ),
    tools: read(options.tools, current.tools, readTools),
    callsPerMinute: read(options.callsPerMinute, current.callsPerMinute, readCalls),
    expiresAt: read(options.expires, current.expiresAt, readDay),
  }
}

function read<Value>(
  text: string | undefined,
  current: Value | null,
  parse: (text: string) => Value,
): Value | null {
  if (text === undefined) return current
  return text === NONE ? null : parse(text)
}

function readUsd(option: string, text: string): bigint {
  const units = parseUsd(text)
  if (units === undefined) throw new CommandError(`${option} must be an amount such as 5 or 0.50`)
  return units
}

function readTools(text: string): readonly Tool[] {
  const names = text.split(',').map(name => name.trim())
  const known = TOOLS.filter(tool => names.includes(tool))
  if (known.length !== new Set(names).size) {
    throw new CommandError(`--tools must be names of ${TOOLS.join(', ')}, with commas between them`)
  }
  return known
}

function readCalls(text: string): number {
  const { least, most } = siteLimits.keyCallsPerMinute
  const calls = Number(text)
  if (Number.isInteger(calls) && calls >= least && calls <= most) return calls
  throw new CommandError(`--calls-per-minute must be a whole number from ${least} to ${most}`)
}

function readDay(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && siteFormats.day.check(text)
  if (!isDay) throw new CommandError(`--expires ${siteFormats.day.message}`)
  return endOfDay(text)
}
