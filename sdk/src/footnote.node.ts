import { Client } from './client.ts'
import type { FootnoteOptions } from './footnote-options.ts'
import { createNodeTransport } from './node-transport.ts'
import { pause } from './pause.ts'

/** The client of a Footnote service, over Node's own HTTP client. */
export class Footnote extends Client {
  constructor(options: FootnoteOptions = {}) {
    super(options, { transport: createNodeTransport(), pause })
  }
}
