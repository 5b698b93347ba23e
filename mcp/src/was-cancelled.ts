import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server'

/** Returns true if a client on its own connection cancelled a request, and false if the connection closed. */
export function wasCancelled({ aborted, reason }: AbortSignal): boolean {
  const isClosed = reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
  return aborted && !isClosed
}
