import {
  CALL_OUTCOMES,
  type CallCounts,
  type CallOutcome,
  callOutcomes,
} from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'
import { durationText } from '../../ui/duration-text.ts'

const TENTHS = 1_000

export function callsIn(counts: CallCounts): number {
  return CALL_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
}

/** Returns whether there are enough calls for a percentage. */
export function hasShares(counts: CallCounts): boolean {
  return callsIn(counts) >= siteLimits.fewestCallsForShares
}

/** Each outcome as a percentage of all calls, or as a count if there are too few. */
export function outcomeFigures(counts: CallCounts): Readonly<Record<CallOutcome, string>> {
  return hasShares(counts) ? shares(counts) : byOutcome(outcome => numberText(counts[outcome]))
}

/** `30 answered, 2 no answer found, 1 failed`. */
export function countsText(counts: CallCounts): string {
  return CALL_OUTCOMES.map(
    outcome => `${numberText(counts[outcome])} ${callOutcomes[outcome].toLowerCase()}`,
  ).join(', ')
}

/** The shares add up to 100%, and no call is ever rounded away. */
function shares(counts: CallCounts): Readonly<Record<CallOutcome, string>> {
  const all = callsIn(counts)
  const exact = byOutcome(outcome => (counts[outcome] * TENTHS) / all)
  const left = TENTHS - CALL_OUTCOMES.reduce((sum, outcome) => sum + Math.floor(exact[outcome]), 0)
  const nextUp = CALL_OUTCOMES.toSorted((one, other) => (exact[other] % 1) - (exact[one] % 1))
  return byOutcome(outcome => {
    const tenths = Math.floor(exact[outcome]) + (nextUp.indexOf(outcome) < left ? 1 : 0)
    return percent(tenths, { isNone: counts[outcome] === 0, isAll: counts[outcome] === all })
  })
}

function byOutcome<Value>(toValue: (outcome: CallOutcome) => Value): Record<CallOutcome, Value> {
  return {
    answered: toValue('answered'),
    no_answer: toValue('no_answer'),
    failed: toValue('failed'),
  }
}

function percent(tenths: number, { isNone, isAll }: { isNone: boolean; isAll: boolean }): string {
  if (tenths === 0 && !isNone) return '<0.1%'
  if (tenths === TENTHS && !isAll) return '>99.9%'
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

function numberText(count: number): string {
  return count.toLocaleString('en-GB')
}

/** How long calls took. */
export function tookText(ms: number | null): string {
  return ms === null ? 'too few calls' : durationText(ms)
}
