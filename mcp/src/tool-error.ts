import { errors } from '@footnote/contract/errors'
import { type Problem, problemsToList } from '@footnote/contract/problem'
import { plainText } from '@footnote/contract/report/plain-text'
import type { ErrorResponse } from '@footnote/contract/responses'
import { usd } from './result-text.ts'

const conditions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errors).map(([code, entry]) => [code, entry.condition]),
)

const GONE = 'To see how a call ended, call footnote_usage and find its request_id.'

type Problems = Omit<ErrorResponse, 'code' | 'request_id'> & { code: string; request_id?: string }

/** An error of the API in words for a model: what is wrong, what to do, what happened to the money. */
export function toolError({
  code,
  message,
  request_id,
  errors: problems = [],
  required_usd,
  balance_usd,
  billing,
}: Problems) {
  const lines = [
    `${code}: ${message}`,
    ...problemsToList(message, problems).map(problem => `- ${problemText(problem)}`),
    code === 'JOB_NOT_FOUND' ? GONE : conditions[code],
    required_usd !== undefined && `The call costs ${usd(required_usd)}.`,
    balance_usd !== undefined && `The wallet balance is ${usd(balance_usd)}.`,
    billing && `Refunded: ${usd(billing.refunded_usd)}. Balance: ${usd(billing.balance_usd)}.`,
    request_id !== undefined && `Request: ${request_id}`,
  ]
  const text = plainText(lines.filter(Boolean).join('\n'))
  return { isError: true, content: [{ type: 'text' as const, text }] }
}

function problemText({ path, message }: Problem): string {
  return `${path === '' ? 'The arguments' : path} ${message}`
}
