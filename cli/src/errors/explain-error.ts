import type { FootnoteError } from '@footnote/sdk'
import type { Circumstances } from '../commands/session.ts'
import { NotWrittenError } from '../output/write-whole.ts'
import { CallerError } from './caller-error.ts'
import { errorLines, keepsRunning, nextStep } from './error-lines.ts'
import { exitCodeOf, UNEXPECTED } from './exit-codes.ts'

export interface Explanation {
  /** Message for people. */
  readonly lines: readonly string[]
  /** Message for programs: the API's error, or one of the same shape. */
  readonly body: object
  readonly exitCode: number
}

/** Explains an error: its cause, the next step, what happened to the money. */
export async function explainError(
  error: unknown,
  circumstances: Circumstances,
): Promise<Explanation> {
  if (error instanceof CallerError) return explainCallerError(error)
  if (error instanceof NotWrittenError) return explainNotWritten(error, circumstances)
  // Costs nothing if the SDK threw the error, since it is loaded then.
  const { ApiError, FootnoteError } = await import('@footnote/sdk')
  if (error instanceof FootnoteError) {
    const { taskId } = circumstances
    const body = error instanceof ApiError ? error.body : bodyOf(error)
    return {
      lines: errorLines(error, circumstances),
      body: keepsRunning(error, circumstances) ? { ...body, task_id: taskId } : body,
      exitCode: exitCodeOf(error.code),
    }
  }
  // A bug of ours, which only the stack explains.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { taskId } = circumstances
  return {
    lines: [`footnote: ${text}`, nextStep(circumstances)].filter(Boolean),
    body: { code: 'UNEXPECTED', message: text, ...(taskId !== undefined && { task_id: taskId }) },
    exitCode: UNEXPECTED,
  }
}

/** Prints a paid result to stderr, since only a task's result can be fetched again. */
function explainNotWritten(
  { code, message, result }: NotWrittenError,
  { isPaid = false, taskId }: Circumstances,
): Explanation {
  const headline = `footnote: ${message}`
  const exitCode = exitCodeOf(code)
  if (taskId !== undefined) {
    const lines = [headline, `To get the report again, run: footnote task ${taskId}`]
    return { lines, body: { code, message, task_id: taskId }, exitCode }
  }
  if (!isPaid) return { lines: [headline], body: { code, message }, exitCode }
  const lines = [headline, 'The call was charged. This is the result:', '', String(result)]
  return { lines, body: { code, message, result }, exitCode }
}

function explainCallerError({ code, message, cause }: CallerError): Explanation {
  const text = cause instanceof Error ? `${message}: ${cause.message}` : message
  return { lines: [`footnote: ${text}`], body: { code, message: text }, exitCode: exitCodeOf(code) }
}

function bodyOf({ code, message, money, requestId }: FootnoteError): object {
  return { code, message, money, ...(requestId !== undefined && { request_id: requestId }) }
}
