import { pause } from '../internal/timers.ts'
import { createFetchTransport } from '../internal/transport.ts'
import { Client } from './client.ts'
import type { FootnoteOptions } from './footnote-options.ts'

/** Client of a Footnote service, on the runtime's fetch. */
export class Footnote extends Client {
  constructor(options: FootnoteOptions = {}) {
    // Wrapped, because a worker's fetch must not be called as a method.
    const transport = createFetchTransport((...request) => globalThis.fetch(...request))
    super(options, { transport, pause })
  }
}
