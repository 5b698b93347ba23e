import { words } from '../../../engine/src/text/words.ts'
import { changing, open, pick, type Strategy } from './strategy.ts'

const MARKS = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['‘', '’'],
] as const
const INVENTED = [
  'we had never seen anything like it before',
  'nobody could have known how it would end',
  'this is the greatest achievement of our age',
  'there was no other way open to us',
]
const ADDED = ['never', 'secretly', 'always', 'officially', 'merely']
/** Length of a quotation in words, enough to be more than a figure of speech. */
const QUOTED_WORDS = 8

/** Words in quotation marks that the cited quote does not have. None of these may be let through. */
export const quotationStrategies: readonly Strategy[] = [
  changing('an invented quotation', (text, { draw }) => {
    const said = pick(INVENTED, draw) ?? ''
    return `${open(text)}, and as a witness said, ${marked(said, draw)}.`
  }),
  changing('a quotation with a word changed', (text, { draw }) => {
    const piece = pieceOf(text, draw)
    const at = piece && 1 + Math.floor(draw() * (piece.length - 2))
    if (!piece || at === undefined) return undefined
    return quoting(piece.with(at, pick(ADDED, draw) ?? ''), draw)
  }),
  changing('a quotation with a word left out', (text, { draw }) => {
    const piece = pieceOf(text, draw)
    const at = piece && 1 + Math.floor(draw() * (piece.length - 2))
    // One of two equal quotations may be overlooked.
    if (!piece || at === undefined || piece[at] === piece[at + 1]) return undefined
    return quoting(piece.toSpliced(at, 1), draw)
  }),
  {
    name: 'a quotation of another quote',
    make(quote, { others, draw }) {
      const other = pick(others, draw)
      const piece = other && pieceOf(other.text, draw)
      if (!piece || quote.text.includes(piece.join(' '))) return undefined
      return { text: quoting(piece, draw), ids: [quote.id], trueOf: piece.join(' ') }
    },
  },
]

function quoting(piece: readonly string[], draw: () => number): string {
  return `The source says: ${marked(piece.join(' '), draw)}.`
}

function marked(text: string, draw: () => number): string {
  const [left, right] = pick(MARKS, draw) ?? MARKS[0]
  return `${left}${text}${right}`
}

/** Returns words in a row without marks that end a quotation or a sentence. */
function pieceOf(text: string, draw: () => number): string[] | undefined {
  const all = text.split(' ')
  if (words(text).length < QUOTED_WORDS + 2) return undefined
  const start = Math.floor(draw() * (all.length - QUOTED_WORDS))
  const piece = all.slice(start, start + QUOTED_WORDS)
  return piece.every(word => /^[\p{L}\p{N}-]+,?$/u.test(word)) ? piece : undefined
}
