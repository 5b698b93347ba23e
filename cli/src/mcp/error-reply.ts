import type { ApiReply, ApiRequest } from '@footnote/mcp/mcp-host'
import { ApiError, FootnoteError, InvalidApiKeyError, UnexpectedReplyError } from '@footnote/sdk'
import { CallerError } from '../errors/caller-error.ts'

const KEY_REFUSED =
  'The API key is not valid. Tell the user to run footnote login, or to set FOOTNOTE_API_KEY where this MCP server is configured.'
const OUTCOME_UNKNOWN =
  'No whole reply came, so it is not known whether the call ran and was charged. Call usage before you make it again.'
const FAULT = 'Something went wrong in this MCP server, and nothing was charged.'
/** No news, as the service says it when it cannot tell. */
const UNAVAILABLE = 503
const BAD_GATEWAY = 502

/** An error as a reply that a tool can put in words. Clients show their users nothing of stderr. */
export function errorReply(error: unknown, { method }: Pick<ApiRequest, 'method'>): ApiReply {
  if (error instanceof CallerError) return callerReply(error)
  if (error instanceof InvalidApiKeyError) {
    // Of a look at a task, which is free, it would say something about the task.
    const message = method === 'POST' ? `${KEY_REFUSED} Nothing was charged.` : KEY_REFUSED
    return { status: 401, body: { code: error.code, message } }
  }
  if (error instanceof ApiError) return { status: error.status ?? UNAVAILABLE, body: error.body }
  const isLost = error instanceof FootnoteError
  const isUnknown = method === 'POST' && !(isLost && error.money === 'not_charged')
  const said = isLost ? error.message : FAULT
  return {
    status: lostStatus(error),
    body: { code: isLost ? error.code : 'FAULT', message: isUnknown ? OUTCOME_UNKNOWN : said },
  }
}

function callerReply({ code, message }: CallerError): ApiReply {
  return {
    status: 401,
    body: {
      code: code === 'NO_API_KEY' ? 'INVALID_API_KEY' : code,
      message: `Nothing was sent. Tell the user: ${message}.`,
    },
  }
}

/** What answers like another service will go on doing so; anything else may pass. */
function lostStatus(error: unknown): number {
  const { status = UNAVAILABLE } = error instanceof UnexpectedReplyError ? error : {}
  return status < 500 ? BAD_GATEWAY : UNAVAILABLE
}
