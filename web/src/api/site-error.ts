import { type ErrorCode, errors } from '@footnote/contract/errors'
import type { Problem } from '@footnote/contract/problem'
import type { ErrorResponse } from '@footnote/contract/responses'
import { type SiteErrorCode, siteErrors } from '@footnote/contract/site/errors'

/** An error reply from the server; its message is meant for the reader of the page. */
export class SiteError extends Error {
  override name = 'SiteError'
  readonly code: ErrorCode | SiteErrorCode | 'UNREACHABLE'
  readonly problems: readonly Problem[]

  constructor(
    code: SiteError['code'],
    message: string,
    { problems = [] }: { problems?: readonly Problem[] } = {},
  ) {
    super(message)
    this.code = code
    this.problems = problems
  }
}

export function unreachable(): SiteError {
  return new SiteError('UNREACHABLE', 'Can’t reach Footnote. Check your connection and try again.')
}

/** Reads an error reply; anything else came from a proxy and counts as unreachable. */
export function toSiteError(content: Partial<ErrorResponse> | undefined): SiteError {
  const { code, message, errors: problems } = content ?? {}
  if (typeof code !== 'string' || typeof message !== 'string') return unreachable()
  // Only a code of ours says what happened to the money.
  if (!Object.hasOwn(errors, code) && !Object.hasOwn(siteErrors, code)) return unreachable()
  return new SiteError(code, message, { ...(problems && { problems }) })
}

export function hasCode(error: unknown, code: SiteError['code']): boolean {
  return error instanceof SiteError && error.code === code
}
