import { errors } from '@footnote/contract/errors'
import { refundCauses } from '@footnote/contract/refund-causes'
import type { ErrorResponse } from '@footnote/contract/responses'
import { UNITS_PER_USD } from '@footnote/contract/units'
import { SiteError } from '../../../api/site-error.ts'
import { formatUsd } from '../../../ui/money.tsx'
import type { RunFailure } from './tool-run.ts'

export interface FailureStory {
  readonly title: string
  /** One or two sentences about the charge. */
  readonly money: string
  /** The next step. */
  readonly advice: string
  readonly way: 'again' | 'change' | 'recharge' | 'usage'
}

const NOTHING = 'Nothing was charged.'

/** Explains a failed call: the charge first, then the next step. */
export function failureStory(failure: RunFailure): FailureStory {
  const { code, message } = failure
  const details: Partial<ErrorResponse> = failure instanceof SiteError ? {} : failure
  switch (code) {
    case 'QUERY_FAILED_REFUNDED': {
      const { billing } = details
      const back = billing
        ? `${formatUsd(billing.refunded_units)} was charged and refunded. Your balance is ${formatUsd(unitsOfUsd(billing.balance_usd))}.`
        : 'The price was charged and refunded.'
      const title = message === refundCauses.cancelled.message ? 'Call cancelled' : 'Call failed'
      return { title, money: back, advice: message, way: 'again' }
    }
    case 'INSUFFICIENT_BALANCE': {
      const { required_usd: required, balance_usd: balance } = details
      // Any other message is about the account's state, which a recharge does not fix.
      if (message !== errors.INSUFFICIENT_BALANCE.message)
        return { title: 'Spending is blocked', money: NOTHING, advice: message, way: 'change' }
      const isShort = required !== undefined && balance !== undefined
      return {
        title: 'Balance too low',
        money: isShort
          ? `Nothing was charged. The call costs ${formatUsd(unitsOfUsd(required))}, and your balance is ${formatUsd(unitsOfUsd(balance))}.`
          : NOTHING,
        advice: message,
        way: 'recharge',
      }
    }
    case 'INVALID_REQUEST':
    case 'QUERY_TOO_LONG':
      return { title: 'Invalid request', money: NOTHING, advice: message, way: 'change' }
    case 'RATE_LIMITED':
      return { title: 'Too many calls', money: NOTHING, advice: message, way: 'again' }
    case 'BILLING_UNAVAILABLE':
      return {
        title: 'Billing is unavailable',
        money:
          'If you were charged, the charge is refunded automatically unless the call succeeded.',
        advice: 'Check your usage before you run the call again.',
        way: 'usage',
      }
    case 'UNREACHABLE':
      return {
        title: 'Can’t reach Footnote',
        money: 'The call may have started. If you were charged, your usage shows it.',
        advice: 'Check your connection, then check your usage before you run the call again.',
        way: 'usage',
      }
    default:
      return { title: 'Call not started', money: NOTHING, advice: message, way: 'again' }
  }
}

/**
 * Converts dollars from the API to exact units; the API's number is the nearest to the exact
 * decimal.
 */
export function unitsOfUsd(usd: number): bigint {
  return BigInt(Math.round(usd * Number(UNITS_PER_USD)))
}
