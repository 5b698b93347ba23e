import type { FootnoteError } from '@footnote/sdk'
import { CallerError } from './caller-error.ts'
import { errorLines } from './error-lines.ts'
import { exitCodeOf, UNEXPECTED } from './exit-codes.ts'
import type { Circumstances } from './session.ts'

interface Explanation {
  /** For people. */
  readonly lines: readonly string[]
  /** For programs: the wire's own error, or one in its shape. */
  readonly body: object
  readonly exitCode: number
}

/** After these there is nothing more to come of a task. */
const FINAL = ['QUERY_FAILED_REFUNDED', 'JOB_NOT_FOUND', 'JOB_EXPIRED']

/** What went wrong, what to do, what became of the money. */
export async function explainError(
  error: unknown,
  circumstances: Circumstances,
): Promise<Explanation> {
  if (error instanceof CallerError) return explainCallerError(error)
  // Loaded already, where it could have thrown anything.
  const { ApiError, FootnoteError } = await import('@footnote/sdk')
  if (error instanceof FootnoteError) {
    const { taskId, ...others } = circumstances
    const goesOn = taskId !== undefined && !FINAL.includes(error.code)
    const body = error instanceof ApiError ? error.body : bodyOf(error)
    return {
      lines: errorLines(error, goesOn ? circumstances : others),
      body: goesOn ? { ...body, task_id: taskId } : body,
      exitCode: exitCodeOf(error.code),
    }
  }
  // A fault of ours, of which the stack is all that helps.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    lines: [`footnote: ${text}`],
    body: { code: 'UNEXPECTED', message: text },
    exitCode: UNEXPECTED,
  }
}

function explainCallerError({ code, message, cause }: CallerError): Explanation {
  const text = cause instanceof Error ? `${message}: ${cause.message}` : message
  return { lines: [`footnote: ${text}`], body: { code, message: text }, exitCode: exitCodeOf(code) }
}

function bodyOf({ code, message, money, requestId }: FootnoteError): object {
  return { code, message, money, ...(requestId !== undefined && { request_id: requestId }) }
}
