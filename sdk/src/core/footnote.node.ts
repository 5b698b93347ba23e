import { createNodeTransport } from '../internal/node-transport.ts'
import { pause } from '../internal/pause.ts'
import { Client } from './client.ts'
import type { FootnoteOptions } from './footnote-options.ts'

/** The client of a Footnote service, over Node's own HTTP client. */
export class Footnote extends Client {
  constructor(options: FootnoteOptions = {}) {
    super(options, { transport: createNodeTransport(), pause })
  }
}
