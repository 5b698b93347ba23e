import vocabulary from '../../models/questions/vocabulary.json' with { type: 'json' }
import type { Session } from './open-session.ts'
import { rowOf } from './open-session.ts'
import type { Piece } from './word-pieces.ts'

/** A plain question, whose names are placeholders. */
export interface Rewritten {
  /** In small letters, with spaces between signs. */
  readonly text: string
  /** Log odds of the least sure piece of each word, and of the sign that ends it. */
  readonly odds: readonly number[]
}

interface Models {
  readonly encoder: Session
  readonly decoder: Session
  readonly cut: (text: string) => readonly Piece[]
  /** The text of a piece by its number. */
  readonly textOf: (piece: number) => string
}

const START = 101
const STOP = 102
/** As many as in training. */
const MOST_READ = 320
const MOST_WRITTEN = 240
/** Layers, heads and numbers of each head of the decoder. */
const [LAYERS, HEADS, SIZE] = [4, 12, 32]
const PLACEHOLDER = /(@[ckgpt]\d)/
const { pieces: WRITTEN, begin, end, next, kinds } = vocabulary
/** Words that begin a whole question. All others begin the name of a measure. */
const OPENINGS = new Set(vocabulary.openings)
const ORDERS = /^(?:compare|give|list|rank)\b/
/** The model writes "has" for one and for several. */
const SEVERAL =
  /^(which (?!of\b)(?:(?!has\b)\S+ )*?(?:\d+|countries|companies|members|teams|states)\b.*?) has\b/

/** Pieces for the Chinese and Japanese characters that the vocabulary of the base model lacks. */
export function furtherCharacters(): Readonly<Record<string, number>> {
  const { characters, first_character: first } = vocabulary
  const named = [...characters].map((letter, at) => [letter, first + at] as const)
  return Object.fromEntries(
    named.flatMap(([one, at]) => [
      [one, at],
      [`##${one}`, at],
    ]),
  )
}

/**
 * Writes a question as plain questions, none if the collections have nothing to say. Each piece is the
 * likeliest: one that the model knows, or one that the question has.
 */
export async function rewrite(question: string, models: Models): Promise<readonly Rewritten[]> {
  const { encoder, decoder } = models
  const source = [START, ...readPieces(question, models).slice(0, MOST_READ - 2), STOP]
  const encoded = await encoder.run({ ids: rowOf(toBigInts(source)) })
  const nothing = { data: new Float32Array(0), dims: [LAYERS, 1, HEADS, 0, SIZE] }
  let past = { past_keys: nothing, past_values: nothing }
  const said: (readonly [piece: number, odds: number])[] = []
  for (let last = begin; said.length < MOST_WRITTEN; ) {
    const output = await decoder.run({
      last: rowOf(toBigInts([last])),
      position: rowOf(toBigInts([said.length])),
      cross_keys: encoded['cross_keys'] as typeof nothing,
      cross_values: encoded['cross_values'] as typeof nothing,
      copy_keys: encoded['copy_keys'] as typeof nothing,
      ...past,
    })
    const numbers = (name: string) => output[name]?.data ?? new Float32Array()
    const [piece, odds] = likeliest(source, {
      written: numbers('written'),
      copied: numbers('copied'),
      gate: numbers('gate')[0] ?? 1,
    })
    said.push([piece, odds])
    if (piece === end) break
    last = piece
    past = {
      past_keys: output['keys'] as typeof nothing,
      past_values: output['values'] as typeof nothing,
    }
  }
  return toQuestions(said, models)
}

interface Odds {
  readonly written: Float32Array
  readonly copied: Float32Array
  /** The share of the pieces that the model writes by itself. */
  readonly gate: number
}

function likeliest(source: readonly number[], { written, copied, gate }: Odds): [number, number] {
  const odds = new Map<number, number>()
  for (const [at, piece] of WRITTEN.entries()) odds.set(piece, (written[at] ?? 0) * gate)
  for (const [at, piece] of source.entries())
    odds.set(piece, (odds.get(piece) ?? 0) + (copied[at] ?? 0) * (1 - gate))
  let best: [number, number] = [end, 0]
  for (const one of odds) if (one[1] > best[1]) best = one
  return best
}

function readPieces(text: string, { cut }: Models): number[] {
  return text.split(PLACEHOLDER).flatMap(one => {
    if (!PLACEHOLDER.test(one)) return cut(one).map(({ id }) => id)
    return 1 + kinds.indexOf(one.charAt(1)) * 10 + Number(one.charAt(2))
  })
}

function toQuestions(said: Iterable<readonly [number, number]>, { textOf }: Models): Rewritten[] {
  let own: { text: string; odds: number[] } = { text: '', odds: [] }
  const questions = [own]
  for (const [piece, share] of said) {
    const odds = Math.log(share)
    if (piece === end || piece === next) {
      own.odds.push(odds)
      if (piece === end) break
      own = { text: '', odds: [] }
      questions.push(own)
      continue
    }
    const text =
      piece < begin ? `@${kinds[Math.floor((piece - 1) / 10)]}${(piece - 1) % 10}` : textOf(piece)
    if (text.startsWith('##')) {
      own.text += text.slice(2)
      own.odds.push(Math.min(own.odds.pop() ?? 0, odds))
    } else {
      own.text = `${own.text} ${text}`.trim()
      own.odds.push(odds)
    }
  }
  return questions.filter(({ text }) => text !== '' && text !== '-').map(toWhole)
}

/** The model leaves out what all questions of a kind have: "area of @c1" is "what is the area of @c1 ?". */
function toWhole({ text, odds }: Rewritten): Rewritten {
  if (text.startsWith('?')) return { text, odds }
  const [first = ''] = text.split(' ', 1)
  const verb = /(?: and | , ).* of /.test(text) ? 'are' : 'is'
  const begun = OPENINGS.has(first) ? [] : ['what', verb, 'the']
  // These weights leave out the end of "in 1990 and in the latest year".
  const agreed = text.replace(SEVERAL, '$1 have').replace(/ and$/, ' and the latest year')
  return {
    text: [...begun, agreed, ORDERS.test(text) ? '.' : '?'].join(' '),
    odds: [...begun.map(() => 0), ...odds.slice(0, -1), 0, ...odds.slice(-1)],
  }
}

function toBigInts(numbers: readonly number[]): BigInt64Array {
  return BigInt64Array.from(numbers, BigInt)
}
