import type {
  AbortedError,
  ConnectionError,
  ErrorCode,
  OutputMismatchError,
  TimeoutError,
  UnexpectedReplyError,
} from '@footnote/sdk'
import { wrapRow } from '../help-layout.ts'
import type { NotWrittenError } from '../output/write-whole.ts'
import type { CallerErrorCode } from './caller-error.ts'

type ClientError =
  | AbortedError
  | ConnectionError
  | OutputMismatchError
  | TimeoutError
  | UnexpectedReplyError

type Code = ErrorCode | ClientError['code'] | CallerErrorCode | NotWrittenError['code']

export const UNEXPECTED = 1
export const STOPPED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Exit code of each error; a code without one does not compile. */
export const exitCodes: Readonly<Record<Code, number>> = {
  USAGE: 2,
  INVALID_REQUEST: 2,
  NO_API_KEY: 3,
  INVALID_API_KEY: 3,
  INSUFFICIENT_BALANCE: 4,
  JOB_NOT_FOUND: 5,
  JOB_EXPIRED: 6,
  QUERY_TOO_LONG: 7,
  QUERY_FAILED_REFUNDED: 8,
  JOB_POLL_FAILED: 9,
  SERVICE_UNAVAILABLE: 10,
  BILLING_UNAVAILABLE: 11,
  NO_REPLY: 12,
  TIMED_OUT: 12,
  NOT_FOUND: 13,
  METHOD_NOT_ALLOWED: 13,
  UNEXPECTED_REPLY: 13,
  OUTPUT_MISMATCH: 13,
  NOT_WRITTEN: 14,
  RATE_LIMITED: 15,
  CANNOT_CANCEL: 16,
  ABORTED: STOPPED.SIGINT,
}

/** Returns the exit code of an error. A newer service may send codes that this table lacks. */
export function exitCodeOf(code: string): number {
  return Object.hasOwn(exitCodes, code) ? exitCodes[code as Code] : UNEXPECTED
}

/** Renders the table for the help. */
export function exitCodesText(width: number): string {
  const numbers = [...new Set(Object.values(exitCodes))].filter(exit => exit !== STOPPED.SIGINT)
  const lines = numbers.map(exit => {
    const codes = Object.entries(exitCodes).filter(([, own]) => own === exit)
    return row(exit, codes.map(([code]) => code).join(', '))
  })
  return [
    'Exit codes:',
    row(0, 'success'),
    row(UNEXPECTED, 'unexpected error'),
    ...lines,
    row(
      STOPPED.SIGINT,
      `stopped by Ctrl-C (${STOPPED.SIGTERM} by SIGTERM, ${STOPPED.SIGHUP} by SIGHUP)`,
    ),
  ]
    .map(line => wrapRow(line, { width, indent: ROW_INDENT }))
    .join('\n')
}

const ROW_INDENT = 7

function row(exit: number, meaning: string): string {
  return `  ${String(exit).padEnd(4)} ${meaning}`
}
