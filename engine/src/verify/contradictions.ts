import lists from '../../data/word-lists.json' with { type: 'json' }
import { type Word, words } from '../text/words.ts'
import { type Alignment, coverage } from './alignment.ts'
import { namedWords } from './names.ts'
import type { Problem } from './problem.ts'

const NEGATIONS = new Set(lists.negations.split(' '))
/** Opposites wherever they are in a sentence. */
const OPPOSITES = pairs(lists.opposites)
/** Opposites only if one replaces the other: A before B means that B is after A. */
const LOCAL_OPPOSITES = pairs(lists['opposites in one place'])
/** Words that turn a qualified statement into a certainty or a whole. */
const OVERSTATED = pairs(lists.overstated)
const reverses = new Map<string, ReadonlySet<string>>()
for (const [one, other] of [...OPPOSITES, ...LOCAL_OPPOSITES]) {
  addReverses(one, other)
  addReverses(other, one)
}
for (const [bold, hedged] of OVERSTATED) addReverses(bold, hedged)
const opposable = new Set([...reverses].flatMap(([word, others]) => [word, ...others]))

/** Share of words that two sentences must have in common before one can contradict the other. */
const LEAST_COVERAGE = 0.6

/**
 * Finds contradictions between a sentence and the quoted sentence that has most of its words. Any denial is
 * a contradiction if no quote denies anything.
 */
export function findContradiction(plain: string, { words: said, rows }: Alignment): Problem[] {
  const content = said.filter(word => word.isContent)
  const rated = rows.map(row => ({ row, covered: coverage(content, row.hits) }))
  const best = rated.reduce((one, other) => (other.covered > one.covered ? other : one), {
    row: rows[0],
    covered: 0,
  })
  if (!best.row || best.covered < LEAST_COVERAGE) return []
  const denial: Problem = { kind: 'negation', text: plain }
  if (isNegated(plain) && !rows.some(({ text }) => isNegated(text))) return [denial]
  // A longer quote may deny a part that this sentence leaves out.
  const { keys, hits, text } = best.row
  if (keys.filter(key => hits.get(key) === 1).length < LEAST_COVERAGE * keys.length) return []
  if (isNegated(plain) !== isNegated(text)) return [denial]
  const opposite = findOpposite(plain, text)
  return opposite === undefined ? [] : [{ kind: 'negation', text: opposite }]
}

function isNegated(text: string): boolean {
  return words(text).some(word => NEGATIONS.has(word.folded) || /n['’]t$/i.test(word.text))
}

/** The word of a sentence in whose place the quote has the opposite. */
function findOpposite(sentence: string, quote: string): string | undefined {
  const said = words(sentence)
  const inSaid = new Set(said.map(({ folded }) => folded))
  const inQuote = new Set(words(quote).map(({ folded }) => folded))
  for (const [one, other] of OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
    const isTurned =
      inSaid.isDisjointFrom(other) && inQuote.isDisjointFrom(one) && !inQuote.isDisjointFrom(other)
    const found = isTurned && said.find(({ folded }) => one.has(folded))
    if (found) return found.text
  }
  return undefined
}

interface Token {
  readonly kind: 'number' | 'name' | 'negation' | 'other'
  /** One word, or the words of a name. */
  readonly words: readonly Word[]
}

/** A number, a name or a word that has an opposite, with the words on both sides of it. */
interface Unit {
  readonly kind: Exclude<Token['kind'], 'other'>
  readonly words: readonly Word[]
  readonly before: string
  readonly after: string
}

/** Number of words on each side that identify a position. */
const BESIDE = 2

/**
 * Finds units of a sentence for which the quotes, between the same words, have another unit of the same
 * kind: two figures or names swapped, `before` for `after`. All their words are in the quotes, so no other
 * check notices.
 */
export function findMisplaced(plain: string, { rows }: Alignment): Problem[] {
  const quoted = rows
    .filter(({ hits, text }) => [...hits.values()].includes(1) && !text.includes('|'))
    .flatMap(({ text }) => unitsOf(text))
  const placed = quoted.flatMap(unit => placesOf(unit).map(place => ({ place, unit })))
  const places = Map.groupBy(placed, ({ place }) => place)
  return unitsOf(plain)
    .filter(unit => {
      const isTaken = placesOf(unit).some(place => {
        const there = places.get(place) ?? []
        return there.length > 0 && !there.some(other => isSame(unit, other.unit))
      })
      // The number or name may also occur elsewhere in the quotes, with the same neighbours.
      const isElsewhere =
        unit.kind !== 'negation' &&
        quoted.some(
          other =>
            isSame(unit, other) && (other.before === unit.before || other.after === unit.after),
        )
      return isTaken && !isElsewhere
    })
    .map(({ kind, words: own }) => ({ kind, text: plain.slice(own[0]?.start, own.at(-1)?.end) }))
}

/** Words that are not opposed may mean the same. */
function isSame(one: Unit, other: Unit): boolean {
  if (one.kind !== other.kind) return false
  const said = other.words.map(({ folded }) => folded)
  if (one.kind !== 'negation') return one.words.some(({ folded }) => said.includes(folded))
  return !reverses.get(one.words[0]?.folded ?? '')?.has(said[0] ?? '')
}

/** Two words on one side and one on the other. */
function placesOf({ kind, before, after }: Unit): string[] {
  const last = before.split(' ').at(-1) ?? ''
  const [first = ''] = after.split(' ')
  return [
    [kind, last, after, '>'],
    [kind, before, first, '<'],
  ].map(parts => parts.join('\n'))
}

function unitsOf(text: string): Unit[] {
  const tokens = tokensOf(text)
  // The neighbouring number or name does not matter: it may have been swapped too.
  const signs = tokens.map(({ kind, words: [first] }) =>
    kind === 'number' || kind === 'name' ? `<${kind}>` : (first?.stem ?? ''),
  )
  return tokens.flatMap(({ kind, words: own }, at) => {
    if (kind === 'other') return []
    const before = signs.slice(Math.max(0, at - BESIDE), at).join(' ')
    const after = signs.slice(at + 1, at + 1 + BESIDE).join(' ')
    return [{ kind, words: own, before, after }]
  })
}

function tokensOf(text: string): Token[] {
  const names = new Set(namedWords(text).map(({ start }) => start))
  const tokens: { kind: Token['kind']; words: Word[] }[] = []
  for (const word of words(text)) {
    const kind = /^\d/.test(word.folded)
      ? 'number'
      : opposable.has(word.folded)
        ? 'negation'
        : names.has(word.start)
          ? 'name'
          : 'other'
    const last = tokens.at(-1)
    if (kind === 'name' && last?.kind === 'name') last.words.push(word)
    else tokens.push({ kind, words: [word] })
  }
  return tokens
}

function pairs(
  table: readonly string[][],
): (readonly [ReadonlySet<string>, ReadonlySet<string>])[] {
  return table.map(([one = '', other = '']) => [new Set(one.split(' ')), new Set(other.split(' '))])
}

function addReverses(one: ReadonlySet<string>, other: ReadonlySet<string>): void {
  for (const word of one) reverses.set(word, (reverses.get(word) ?? new Set()).union(other))
}
