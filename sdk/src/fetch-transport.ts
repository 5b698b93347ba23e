import type { Transport } from './transport.ts'

export type Fetch = typeof globalThis.fetch

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
