import { Agent } from 'undici'
import { ExtractError } from '../extract/extract-error.ts'
import { MAX_BYTES } from '../extract/limits.ts'
import { FetchError } from '../fetch/fetch-error.ts'
import type { FetchedPage } from '../fetch/fetcher.ts'
import { followRedirects } from '../fetch/follow-redirects.ts'
import { parsePageUrl } from '../fetch/parse-page-url.ts'
import { requestPage } from '../fetch/request-page.ts'

const TIMEOUT_MS = 30_000
const USER_AGENT = 'Footnote-Library/0.1'

/** Fetches what the operator names, so an address of the operator's own network is as good as any. */
export async function fetchPage(
  address: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {},
): Promise<FetchedPage> {
  const agent = new Agent()
  const signal = AbortSignal.timeout(timeoutMs)
  const request = { userAgent: USER_AGENT, signal, maxBytes, silenceMs: timeoutMs }
  try {
    const start = parsePageUrl(address)
    return (await followRedirects(start, url => requestPage(agent, url, request))).found
  } catch (cause) {
    if (!(cause instanceof FetchError)) throw cause
    const isSlow = cause.reason === 'too-slow'
    const reason = isSlow ? `did not arrive within ${timeoutMs / 1000} s` : cause.message
    throw new ExtractError(reason, { cause })
  } finally {
    await agent.destroy()
  }
}
