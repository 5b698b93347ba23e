import type { ApiReply, ApiRequest } from '@footnote/mcp/mcp-host'
import { ApiError, FootnoteError, InvalidApiKeyError, UnexpectedReplyError } from '@footnote/sdk'
import { CallerError } from '../errors/caller-error.ts'

const KEY_REFUSED =
  'The API key is not valid. Tell the user to run footnote login, or to set FOOTNOTE_API_KEY in the configuration of this MCP server.'
const FAULT = 'This MCP server had an internal error, and nothing was charged. Try again.'
const UNAVAILABLE = 503
const BAD_GATEWAY = 502

/** Turns an error into a reply that a tool can describe, since MCP clients hide stderr from users. */
export function errorReply(
  error: unknown,
  { method, requestId }: Pick<ApiRequest, 'method'> & { requestId?: string | undefined },
): ApiReply {
  if (error instanceof CallerError) return callerReply(error)
  if (error instanceof InvalidApiKeyError) {
    // A poll is free, so "nothing was charged" would be misread as about the task.
    const message = method === 'POST' ? `${KEY_REFUSED} Nothing was charged.` : KEY_REFUSED
    return { status: 401, body: { code: error.code, message } }
  }
  if (error instanceof ApiError) return { status: error.status ?? UNAVAILABLE, body: error.body }
  const isLost = error instanceof FootnoteError
  const isUnknown = method === 'POST' && !(isLost && error.money === 'not_charged')
  const said = isLost ? error.message : FAULT
  return {
    status: lostStatus(error),
    body: {
      code: isLost ? error.code : 'FAULT',
      message: isUnknown ? unknownText(requestId) : said,
    },
  }
}

function unknownText(requestId: string | undefined): string {
  return `The connection failed before the reply was complete, so the call may have been charged. Call footnote_check_task with task_id "${requestId}" before you repeat it.`
}

function callerReply({ code, message }: CallerError): ApiReply {
  return {
    status: 401,
    body: {
      code: code === 'NO_API_KEY' ? 'INVALID_API_KEY' : code,
      message: `Nothing was sent or charged. Tell the user: ${message}.`,
    },
  }
}

/** A reply from something other than Footnote is permanent (502); other failures may pass (503). */
function lostStatus(error: unknown): number {
  const { status = UNAVAILABLE } = error instanceof UnexpectedReplyError ? error : {}
  return status < 500 ? BAD_GATEWAY : UNAVAILABLE
}
