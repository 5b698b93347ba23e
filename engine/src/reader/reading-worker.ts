import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import labels from '../../models/questions/labels.json' with { type: 'json' }
import { cutWindows, type Window } from './cut-windows.ts'
import { findSpans } from './find-spans.ts'
import { openSession, type Session } from './open-session.ts'
import type { Reading, Understanding } from './reader.ts'
import { createPieceCutter } from './word-pieces.ts'

export type ReadingRequest =
  | {
      readonly question: string
      readonly context: string
      readonly text: string
      /** Most windows that are read of the passage. */
      readonly mostWindows: number
    }
  /** A question to understand. */
  | { readonly asked: string }
  /** Waits until the models are loaded. */
  | 'load'

export type ReadingReply =
  | { readonly reading: Reading | Understanding | LoadedModels }
  | { readonly fault: string }

export type LoadedModels = Pick<Session, 'runtime' | 'reason'>

/** The thread that `openReader` starts. It loads the models once and reads one text at a time. */
const folder = join(import.meta.dirname, '../../models')
const { model } = JSON.parse(await readFile(join(folder, 'reader/tokenizer.json'), 'utf8'))
const cut = createPieceCutter(model.vocab)
const passages = await openSession(join(folder, 'reader/model.int8.onnx'))
const questions = await openSession(join(folder, 'questions/model.int8.onnx'))
parentPort?.on('message', (request: ReadingRequest) => {
  const reply = (message: ReadingReply) => parentPort?.postMessage(message)
  void answer(request).then(
    reading => reply({ reading }),
    error => reply({ fault: String(error) }),
  )
})

async function answer(request: ReadingRequest) {
  if (request !== 'load') return 'asked' in request ? understand(request.asked) : read(request)
  const { runtime, reason } = passages
  return { runtime, ...(reason !== undefined && { reason }) }
}

async function read({
  question,
  context,
  text,
  mostWindows,
}: Exclude<ReadingRequest, { readonly asked: string } | 'load'>): Promise<Reading> {
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
  const output = await passages.run(window)
  const first = (name: string) => output[name]?.[0] ?? Number.NEGATIVE_INFINITY
  const ofText = (name: string) =>
    output[name]?.slice(offset, offset + pieces.length) ?? new Float32Array()
  return {
    answer: first('answer_logit'),
    support: first('entail_logit'),
    starts: ofText('start_logits'),
    ends: ofText('end_logits'),
  }
}

const START = 101n
const END = 102n
/** As many as in training. */
const MOST_PIECES = 126

/** Reads which fields a question asks for and what to do with them, by log odds. */
async function understand(question: string): Promise<Understanding> {
  const pieces = cut(question).slice(0, MOST_PIECES)
  const ids = BigInt64Array.from([START, ...pieces.map(({ id }) => BigInt(id)), END])
  const output = await questions.run({ ids, types: new BigInt64Array(ids.length) })
  const fields = labels.fields.map(([kind = '', phrase = '', label = ''], at) => {
    return { kind, phrase, label, score: output['fields']?.[at] ?? Number.NEGATIVE_INFINITY }
  })
  return {
    fields: fields
      .filter(one => one.score > labels.least)
      .toSorted((one, other) => other.score - one.score),
    operations: labels.operations.filter((_, at) => (output['operations']?.[at] ?? -1) > 0),
  }
}
