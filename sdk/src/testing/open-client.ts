import { Client } from '../core/client.ts'
import type { FootnoteOptions } from '../core/footnote-options.ts'
import { createNodeTransport } from '../internal/node-transport.ts'
import { createFetchTransport, type Service, type Transport } from '../internal/transport.ts'

export const TEST_KEY = 'fn_a-key-that-nobody-shall-see'

export const transports: readonly [string, () => Transport][] = [
  ['node:http', createNodeTransport],
  ['fetch', () => createFetchTransport(globalThis.fetch)],
]

interface Opening extends FootnoteOptions {
  readonly transport?: Transport
  readonly pause?: Service['pause']
}

/** Opens a client whose pauses take no time and are recorded in milliseconds. */
export function openClient(
  baseUrl: string,
  { transport = createNodeTransport(), pause, ...options }: Opening = {},
): { client: Client; pausesMs: number[] } {
  const pausesMs: number[] = []
  const listed: Service['pause'] = async (pauseMs, signal) => {
    pausesMs.push(pauseMs)
    await pause?.(pauseMs, signal)
  }
  const given = { apiKey: TEST_KEY, baseUrl, logLevel: 'off', ...options } as const
  return { client: new Client(given, { transport, pause: listed }), pausesMs }
}
