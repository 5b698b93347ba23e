import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { cutWindows, type Window } from './cut-windows.ts'
import { findSpans } from './find-spans.ts'
import { openSession, rowOf, type Session } from './open-session.ts'
import type { Reading } from './reader.ts'
import { furtherCharacters, type Rewritten, rewrite } from './rewrite.ts'
import { createPieceCutter } from './word-pieces.ts'

export type ReadingRequest =
  | {
      readonly question: string
      readonly context: string
      readonly text: string
      /** Most windows that are read of the passage. */
      readonly mostWindows: number
    }
  /** A question to write as plain questions. */
  | { readonly written: string }
  /** Waits until the models are loaded. */
  | 'load'

export type ReadingReply =
  | { readonly reading: Reading | readonly Rewritten[] | LoadedModels }
  | { readonly fault: string }

export type LoadedModels = Pick<Session, 'runtime' | 'reason'>

/** The thread that `openReader` starts. It loads the models once and reads one text at a time. */
const folder = join(import.meta.dirname, '../../models')
const { model } = JSON.parse(await readFile(join(folder, 'reader/tokenizer.json'), 'utf8'))
const cut = createPieceCutter(model.vocab)
const passages = await openSession(join(folder, 'reader/model.int8.onnx'))
let rewriting: ReturnType<typeof openRewriting> | undefined
parentPort?.on('message', (request: ReadingRequest) => {
  const reply = (message: ReadingReply) => parentPort?.postMessage(message)
  void answer(request).then(
    reading => reply({ reading }),
    error => reply({ fault: String(error) }),
  )
})

async function answer(
  request: ReadingRequest,
): Promise<Reading | readonly Rewritten[] | LoadedModels> {
  if (request !== 'load') {
    if ('written' in request) {
      rewriting ??= openRewriting()
      return rewrite(request.written, await rewriting)
    }
    return read(request)
  }
  const { runtime, reason } = passages
  return { runtime, ...(reason !== undefined && { reason }) }
}

async function read({
  question,
  context,
  text,
  mostWindows,
}: Extract<ReadingRequest, { readonly question: string }>): Promise<Reading> {
  const windows = cutWindows(cut(question), cut(context), cut(text)).slice(0, mostWindows)
  const read: { window: Window; scores: Awaited<ReturnType<typeof score>> }[] = []
  for (const window of windows) read.push({ window, scores: await score(window) })
  const [best] = read.toSorted((one, other) => other.scores.answer - one.scores.answer)
  if (!best) throw new Error('a passage has at least one window')
  return {
    answers: best.scores.answer,
    spans: findSpans(text, best.window.pieces, best.scores),
    windows: read.length,
    supports: Math.max(...read.map(({ scores }) => scores.support)),
  }
}

async function score(window: Window) {
  const { offset, pieces } = window
  const output = await passages.run(inputOf(window))
  const first = (name: string) => output[name]?.data[0] ?? Number.NEGATIVE_INFINITY
  const ofText = (name: string) =>
    output[name]?.data.slice(offset, offset + pieces.length) ?? new Float32Array()
  return {
    answer: first('answer_logit'),
    support: first('entail_logit'),
    starts: ofText('start_logits'),
    ends: ofText('end_logits'),
  }
}

function inputOf({ ids, types }: Pick<Window, 'ids' | 'types'>) {
  return {
    input_ids: rowOf(ids),
    attention_mask: rowOf(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: rowOf(types),
  }
}

/** Loads the models that rewrite questions, at the first question. */
async function openRewriting() {
  const [encoder, decoder] = await Promise.all(
    ['encoder', 'decoder'].map(name => openSession(join(folder, `questions/${name}.int8.onnx`))),
  )
  const pieces = { ...model.vocab, ...furtherCharacters() }
  return {
    encoder: encoder as Session,
    decoder: decoder as Session,
    cut: createPieceCutter(pieces),
    textOf: namePieces(pieces),
  }
}

function namePieces(vocabulary: Readonly<Record<string, number>>) {
  const texts = new Map(Object.entries(vocabulary).map(([text, piece]) => [piece, text]))
  return (piece: number) => texts.get(piece) ?? ''
}
