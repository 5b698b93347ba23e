import { type ErrorCode, errors } from '@footnote/contract/errors'
import { problemsToList } from '@footnote/contract/problem'
import type { ErrorBody } from '../../api-error.ts'

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  429: 'rate_limit_error',
}

/** An error of ours in OpenAI’s shape, with our code inside. */
export function openAiError(status: number, body: ErrorBody): object {
  const { code, message, errors: problems = [], ...rest } = body
  const details = problemsToList(message, problems).map(
    ({ path, message }) => `${path} ${message}.`,
  )
  const param = problems[0]?.path.slice(1).replaceAll('/', '.')
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return {
    error: { message: [message, ...details].join(' '), type, param: param || null, code, ...rest },
  }
}

/** Whether money moved, or may have moved, before this error. */
export function movesMoney(code: ErrorBody['code']): boolean {
  return code in errors && errors[code as ErrorCode].money !== 'not_charged'
}
