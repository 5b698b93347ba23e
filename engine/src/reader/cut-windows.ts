import type { Piece } from './word-pieces.ts'

/** One input of the model: a question with as much of a passage as fits. */
export interface Window {
  readonly ids: BigInt64Array
  /** 0 for the question, 1 for the passage. */
  readonly types: BigInt64Array
  /** Index of the first id of the passage's own text, after its context. */
  readonly offset: number
  /** The pieces of the text that are in the window. */
  readonly pieces: readonly Piece[]
}

const START = 101
const SEPARATOR = 102
const MOST_PIECES = 256
const MOST_QUESTION = 64
const MOST_CONTEXT = 48
/** Share of a window that the next one repeats, so that an answer at the edge is whole in one of them. */
const REPEATED = 1 / 3

/** Cuts a passage into windows, each with the question and the context in front. */
export function cutWindows(
  asked: readonly Piece[],
  around: readonly Piece[],
  text: readonly Piece[],
) {
  const question = asked.slice(0, MOST_QUESTION)
  const context = around.slice(0, MOST_CONTEXT)
  const room = MOST_PIECES - 3 - question.length - context.length
  const step = Math.ceil(room * (1 - REPEATED))
  const windows: Window[] = []
  for (let from = 0; from === 0 || from + room - step < text.length; from += step) {
    windows.push(toWindow(question, context, text.slice(from, from + room)))
  }
  return windows
}

function toWindow(
  question: readonly Piece[],
  context: readonly Piece[],
  pieces: readonly Piece[],
): Window {
  const first = [START, ...question.map(({ id }) => id), SEPARATOR]
  const second = [...context, ...pieces].map(({ id }) => id)
  const ids = [...first, ...second, SEPARATOR]
  return {
    ids: BigInt64Array.from(ids, BigInt),
    types: BigInt64Array.from(ids, (_, at) => (at < first.length ? 0n : 1n)),
    offset: first.length + context.length,
    pieces,
  }
}
