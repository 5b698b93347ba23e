import { ERROR_CODES, type ErrorCode, errorEntry } from './errors.ts'
import { formats } from './formats.ts'
import { limitRows } from './limit-rows.ts'
import { markdownTable } from './markdown-table.ts'
import { prices } from './prices.ts'
import { refundCauses } from './refund-causes.ts'
import { TASK_STATES } from './responses.ts'
import { taskStateMeanings } from './task-state-meanings.ts'
import { toolName } from './tools.ts'
import { usdText } from './usd-text.ts'

/** The tables that OpenAPI and the documentation both show, as Markdown. */

export function pricesTable(): string {
  return markdownTable(
    ['Tool', 'Effort', 'USD per call'],
    prices.map(({ tool, effort, costUnits }) => [toolName(tool), effort ?? '', usdText(costUnits)]),
  )
}

export function statesTable(): string {
  return markdownTable(
    ['State', 'Meaning', 'Next'],
    TASK_STATES.map(state => {
      const { meaning, next } = taskStateMeanings[state]
      return [`\`${state}\``, meaning, next.length > 0 ? next.join(', ') : 'final']
    }),
  )
}

/** A character is a Unicode code point. */
export function limitsTable(): string {
  return markdownTable(
    ['Limit', 'Value'],
    limitRows().map(({ limit, value }) => [limit, value]),
  )
}

export function formatsTable(): string {
  return markdownTable(
    ['Format', 'Value'],
    Object.entries(formats).map(([name, { message }]) => [`\`${name}\``, message]),
  )
}

export function errorsTable(): string {
  return markdownTable(
    ['Error', 'Status', 'When', 'What to do', 'Send again'],
    ERROR_CODES.map(code => {
      const { status, condition, message } = errorEntry(code)
      return [`\`${code}\``, String(status), condition, message, retryAdvice(code)]
    }),
  )
}

/** Lists each message once, even if several causes share it. */
export function refundsTable(): string {
  const sentences = new Map(
    Object.values(refundCauses).map(({ message, mayPass }) => [message, mayPass]),
  )
  return markdownTable(
    ['Message', 'Send again'],
    [...sentences].map(([message, mayPass]) => [message, mayPass ? 'yes' : 'change it first']),
  )
}

function retryAdvice(code: ErrorCode): string {
  const { status, retryAfterSeconds } = errorEntry(code)
  // The call may have been charged: its pause alone does not make another attempt safe.
  if (code === 'BILLING_UNAVAILABLE') return 'after you check your usage'
  if (code === 'QUERY_FAILED_REFUNDED') return 'if the message says so'
  // The limit on refunds may ask for a longer pause than the limit on running calls.
  if (code === 'RATE_LIMITED') return 'after `Retry-After`'
  if (retryAfterSeconds !== undefined) return `after ${retryAfterSeconds} seconds`
  return status >= 500 ? 'yes' : 'change it first'
}
