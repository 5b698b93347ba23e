import type { FootnoteError } from '@footnote/sdk'
import type { Circumstances } from '../commands/session.ts'
import { NotWrittenError } from '../output/not-written-error.ts'
import { CallerError } from './caller-error.ts'
import { errorLines, goesOn, whatRemains } from './error-lines.ts'
import { exitCodeOf, UNEXPECTED } from './exit-codes.ts'

export interface Explanation {
  /** For people. */
  readonly lines: readonly string[]
  /** For programs: the wire's own error, or one in its shape. */
  readonly body: object
  readonly exitCode: number
}

/** What went wrong, what to do, what became of the money. */
export async function explainError(
  error: unknown,
  circumstances: Circumstances,
): Promise<Explanation> {
  if (error instanceof CallerError) return explainCallerError(error)
  if (error instanceof NotWrittenError) return explainNotWritten(error, circumstances)
  // Loaded already, where it could have thrown anything.
  const { ApiError, FootnoteError } = await import('@footnote/sdk')
  if (error instanceof FootnoteError) {
    const { taskId } = circumstances
    const body = error instanceof ApiError ? error.body : bodyOf(error)
    return {
      lines: errorLines(error, circumstances),
      body: goesOn(error, circumstances) ? { ...body, task_id: taskId } : body,
      exitCode: exitCodeOf(error.code),
    }
  }
  // A fault of ours, of which the stack is all that helps.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { taskId } = circumstances
  return {
    lines: [`footnote: ${text}`, whatRemains(circumstances)].filter(Boolean),
    body: { code: 'UNEXPECTED', message: text, ...(taskId !== undefined && { task_id: taskId }) },
    exitCode: UNEXPECTED,
  }
}

/** A task can be fetched again. Whatever else was paid for is nowhere but here. */
function explainNotWritten(
  { code, message, result }: NotWrittenError,
  { isPaid = false, taskId }: Circumstances,
): Explanation {
  const headline = `footnote: ${message}`
  const exitCode = exitCodeOf(code)
  if (taskId !== undefined) {
    const lines = [headline, `Its report comes with: footnote task ${taskId}`]
    return { lines, body: { code, message, task_id: taskId }, exitCode }
  }
  if (!isPaid) return { lines: [headline], body: { code, message }, exitCode }
  const lines = [headline, 'It is paid for, so here it is.', '', String(result)]
  return { lines, body: { code, message, result }, exitCode }
}

function explainCallerError({ code, message, cause }: CallerError): Explanation {
  const text = cause instanceof Error ? `${message}: ${cause.message}` : message
  return { lines: [`footnote: ${text}`], body: { code, message: text }, exitCode: exitCodeOf(code) }
}

function bodyOf({ code, message, money, requestId }: FootnoteError): object {
  return { code, message, money, ...(requestId !== undefined && { request_id: requestId }) }
}
