import type { Transport } from './transport.ts'

/** As much of the standard's function as is used; some runtimes give theirs more members. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Over the fetch of the runtime, or of the caller. */
export function createFetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return {
      status: response.status,
      header: name => response.headers.get(name) ?? undefined,
      body: response.body ?? nothing(),
    }
  }
}

async function* nothing(): AsyncGenerator<never> {}
