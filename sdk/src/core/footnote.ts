import { createFetchTransport } from '../internal/fetch-transport.ts'
import { pause } from '../internal/pause.ts'
import { Client } from './client.ts'
import type { FootnoteOptions } from './footnote-options.ts'

/** The client of a Footnote service, over the runtime's fetch. */
export class Footnote extends Client {
  constructor(options: FootnoteOptions = {}) {
    // Asked for at each call, since a worker's fetch must be called as a function of its own.
    const transport = createFetchTransport((...request) => globalThis.fetch(...request))
    super(options, { transport, pause })
  }
}
