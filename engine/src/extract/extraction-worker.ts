import { parentPort } from 'node:worker_threads'
import type { Document } from '../library/document.ts'
import { extractDocument } from './extract-document.ts'
import { ExtractError, type ExtractOptions } from './extraction.ts'

export interface ExtractionRequest {
  readonly bytes: Uint8Array
  readonly options: ExtractOptions
}

export type ExtractionReply =
  | { readonly documents: readonly Document[] }
  /** The reason that the file is no document, or the fault in reading it. */
  | { readonly reason: string }

/** The thread that `openExtractor` starts. It reads one file at a time. */
parentPort?.on('message', ({ bytes, options }: ExtractionRequest) => {
  void extract(bytes, options).then(reply => parentPort?.postMessage(reply))
})

async function extract(bytes: Uint8Array, options: ExtractOptions): Promise<ExtractionReply> {
  try {
    return { documents: await extractDocument(bytes, options) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason: error instanceof ExtractError ? reason : `cannot be read: ${reason}` }
  }
}
