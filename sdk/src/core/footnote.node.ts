import { createNodeTransport } from '../internal/node-transport.ts'
import { pause } from '../internal/timers.ts'
import { Client } from './client.ts'
import type { FootnoteOptions } from './footnote-options.ts'

/** Client of a Footnote service, on Node's HTTP client. */
export class Footnote extends Client {
  constructor(options: FootnoteOptions = {}) {
    super(options, { transport: createNodeTransport(), pause })
  }
}
