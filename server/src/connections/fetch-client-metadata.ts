import {
  createAddressRules,
  createGuardedConnector,
} from '@footnote/platform/network/guarded-connector'
import { Agent, fetch } from 'undici'
import { createResolveName } from '../webhooks/resolve-name.ts'

const PATIENCE_MS = 5_000
const MOST_BYTES = 64 * 1_024

/**
 * Fetches a client's metadata document. Only public addresses are connected to, by the address that was checked,
 * and redirects are refused; the plugin bounds size, time and rate.
 */
export function createFetchClientMetadata({
  lookup = createResolveName({ allowLoopback: false }),
  networks = [],
}: {
  lookup?: ReturnType<typeof createResolveName>
  /** Networks that may be reached beside public addresses. */
  networks?: readonly string[]
} = {}) {
  const agent = new Agent({
    connect: createGuardedConnector(createAddressRules(networks), {
      lookup,
      blocked: () => new Error('the address is not public'),
    }),
    allowH2: false,
    connections: 4,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
    maxResponseSize: MOST_BYTES,
  })
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:') throw new TypeError('the address is not https')
    const reply = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Footnote-OAuth/1' },
      ...(init.signal && { signal: init.signal }),
      redirect: 'error',
      dispatcher: agent,
    })
    return reply as unknown as Response
  }
}
