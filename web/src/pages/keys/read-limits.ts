import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { KeyLimitsRequest } from '@footnote/contract/site/requests'
import { TOOLS, type Tool } from '@footnote/contract/tools'
import { textOfUnits } from '../wallet/cents.ts'
import { readAmount } from '../wallet/read-amount.ts'
import type { Key } from './key.ts'

/** The limits as they are typed; an empty text is no limit. */
export interface TypedLimits {
  readonly dayCap: string
  readonly monthCap: string
  readonly callsPerMinute: string
  readonly expiresOn: string
  readonly tools: readonly Tool[]
}

export const NO_LIMITS: TypedLimits = {
  dayCap: '',
  monthCap: '',
  callsPerMinute: '',
  expiresOn: '',
  tools: TOOLS,
}

export function typedLimits({ limits }: Pick<Key, 'limits'>): TypedLimits {
  const { day_cap_units, month_cap_units, calls_per_minute, expires_at, tools } = limits
  return {
    dayCap: day_cap_units === null ? '' : textOfUnits(day_cap_units),
    monthCap: month_cap_units === null ? '' : textOfUnits(month_cap_units),
    callsPerMinute: calls_per_minute === null ? '' : String(calls_per_minute),
    expiresOn: expires_at === null ? '' : lastDay(expires_at),
    tools: tools ?? TOOLS,
  }
}

/** The last day (UTC) on which a key works that expires at this time. */
export function lastDay(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

export type LimitProblems = { readonly [Name in keyof TypedLimits]?: string }

type Reading =
  | { readonly limits: KeyLimitsRequest; readonly problems?: never }
  | { readonly limits?: never; readonly problems: LimitProblems }

/** Reads the limits, or explains what to enter. */
export function readLimits(typed: TypedLimits): Reading {
  const problems: { -readonly [Name in keyof TypedLimits]?: string } = {}
  const cents = (name: 'dayCap' | 'monthCap'): number | null => {
    if (typed[name].trim() === '') return null
    const amount = readAmount(typed[name], siteLimits.keyCapCents)
    if (amount.problem !== undefined) problems[name] = amount.problem
    return amount.cents ?? null
  }
  const limits = {
    day_cap_cents: cents('dayCap'),
    month_cap_cents: cents('monthCap'),
    tools: typed.tools.length === TOOLS.length ? null : [...typed.tools],
    calls_per_minute: typed.callsPerMinute.trim() === '' ? null : Number(typed.callsPerMinute),
    expires_on: typed.expiresOn === '' ? null : typed.expiresOn,
  }
  const { least, most } = siteLimits.keyCallsPerMinute
  const calls = limits.calls_per_minute
  if (calls !== null && !(Number.isInteger(calls) && calls >= least && calls <= most)) {
    problems.callsPerMinute = `Enter a whole number from ${least} to ${most.toLocaleString('en-US')}.`
  }
  if (limits.expires_on !== null && !siteFormats.day.check(limits.expires_on)) {
    problems.expiresOn = 'Enter a date.'
  }
  if (typed.tools.length === 0) problems.tools = 'Choose at least one tool.'
  return Object.keys(problems).length > 0 ? { problems } : { limits }
}
