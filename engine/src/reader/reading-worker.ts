import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { cutWindows, type Window } from './cut-windows.ts'
import { findSpans } from './find-spans.ts'
import { openSession, type Runtime, type Session } from './open-session.ts'
import type { Reading } from './reader.ts'
import { createPieceCutter } from './word-pieces.ts'

export interface ReadingRequest {
  readonly question: string
  readonly context: string
  readonly text: string
  /** Most windows that are read of the passage. */
  readonly mostWindows: number
}

export type ReadingReply =
  | { readonly runtime: Runtime; readonly reason?: string | undefined }
  | { readonly reading: Reading }
  | { readonly fault: string }

/** The thread that `openReader` starts. It loads the model once and reads one passage at a time. */
const folder = String(workerData)
const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
const cut = createPieceCutter(model.vocab)
const session = await openSession(join(folder, 'model.int8.onnx'))
parentPort?.on('message', (request: ReadingRequest) => {
  void read(request).then(
    reading => reply({ reading }),
    error => reply({ fault: String(error) }),
  )
})
reply({ runtime: session.runtime, reason: session.reason })

function reply(message: ReadingReply): void {
  parentPort?.postMessage(message)
}

async function read({ question, context, text, mostWindows }: ReadingRequest): Promise<Reading> {
  const windows = cutWindows(cut(question), cut(context), cut(text)).slice(0, mostWindows)
  const read: { window: Window; scores: Awaited<ReturnType<Session['score']>> }[] = []
  for (const window of windows) read.push({ window, scores: await session.score(window) })
  const [best] = read.toSorted((one, other) => other.scores.answer - one.scores.answer)
  if (!best) throw new Error('a passage has at least one window')
  return {
    answers: best.scores.answer,
    spans: findSpans(text, best.window.pieces, best.scores),
    windows: read.length,
    supports: Math.max(...read.map(({ scores }) => scores.support)),
  }
}
