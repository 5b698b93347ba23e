import { errors } from '@footnote/contract/errors'
import type { ErrorResponse } from '@footnote/contract/responses'
import { SiteError } from '../../../api/site-error.ts'
import { formatUsd } from '../../../ui/money.tsx'
import type { RunFailure } from './tool-run.ts'
import { unitsOfUsd } from './units-of-usd.ts'

export interface FailureStory {
  readonly title: string
  /** What happened to the money, in one sentence. */
  readonly money: string
  /** What to do now. */
  readonly advice: string
  readonly way: 'again' | 'change' | 'recharge' | 'usage'
}

const NOTHING = 'Nothing was charged.'

/** How a call that failed is told: what happened to the money first. */
export function failureStory(failure: RunFailure): FailureStory {
  const { code, message } = failure
  const details: Partial<ErrorResponse> = failure instanceof SiteError ? {} : failure
  switch (code) {
    case 'QUERY_FAILED_REFUNDED': {
      const { billing } = details
      const back = billing
        ? `${formatUsd(billing.refunded_units)} was charged and refunded. Your balance is ${formatUsd(unitsOfUsd(billing.balance_usd))}.`
        : 'The price was charged and refunded.'
      return { title: 'The call failed', money: back, advice: message, way: 'again' }
    }
    case 'INSUFFICIENT_BALANCE': {
      const { required_usd: required, balance_usd: balance } = details
      // Any other reason is the account's own state, which no recharge mends.
      if (message !== errors.INSUFFICIENT_BALANCE.message)
        return { title: 'Nothing can be spent', money: NOTHING, advice: message, way: 'change' }
      const isShort = required !== undefined && balance !== undefined
      return {
        title: 'The balance is too low',
        money: isShort
          ? `Nothing was charged: the call costs ${formatUsd(unitsOfUsd(required))}, and the wallet holds ${formatUsd(unitsOfUsd(balance))}.`
          : NOTHING,
        advice: message,
        way: 'recharge',
      }
    }
    case 'INVALID_REQUEST':
    case 'QUERY_TOO_LONG':
      return { title: 'The request was refused', money: NOTHING, advice: message, way: 'change' }
    case 'RATE_LIMITED':
      return { title: 'Limit reached', money: NOTHING, advice: message, way: 'again' }
    case 'BILLING_UNAVAILABLE':
      return {
        title: 'Billing did not answer',
        money:
          'Should something have been debited, it is settled by itself and you are not charged for an answer that you did not get.',
        advice: 'Look at the usage before you run it again.',
        way: 'usage',
      }
    case 'UNREACHABLE':
      return {
        title: 'Footnote could not be reached',
        money:
          'It is not known whether the call has started; the usage shows it if it was charged.',
        advice: 'Check your connection, and look at the usage before you run it again.',
        way: 'usage',
      }
    default:
      return { title: 'The call was not started', money: NOTHING, advice: message, way: 'again' }
  }
}
