import { type Word, words } from '../text/words.ts'
import type { Alignment } from './align-claim.ts'
import { namedWords } from './named-words.ts'
import { isOpposable, reversesOf } from './negation.ts'
import type { Problem } from './problem.ts'

/** A word or a name of several. */
interface Token {
  readonly kind: 'number' | 'name' | 'negation' | 'other'
  readonly words: readonly Word[]
}

/** A number, a name or a word that has an opposite, with what stands on both sides of it. */
interface Unit {
  readonly kind: Exclude<Token['kind'], 'other'>
  readonly words: readonly Word[]
  readonly before: string
  readonly after: string
}

/** Words on each side that make a place. */
const BESIDE = 2

/**
 * What stands in a sentence where its quotes have something else of the kind, between the same words:
 * two figures or names exchanged, `before` for `after`. All of it is in the quotes, so that nothing
 * else gives it away.
 */
export function findMisplaced(plain: string, { rows }: Alignment): Problem[] {
  const quoted = rows
    .filter(({ ids, text }) => ids.some(id => id >= 0) && !text.includes('|'))
    .flatMap(({ text }) => unitsOf(text))
  const placed = quoted.flatMap(unit => placesOf(unit).map(place => ({ place, unit })))
  const places = Map.groupBy(placed, ({ place }) => place)
  return unitsOf(plain)
    .filter(unit => {
      const isTaken = placesOf(unit).some(place => {
        const there = places.get(place) ?? []
        return there.length > 0 && !there.some(other => isSame(unit, other.unit))
      })
      if (!isTaken) return false
      // A number or a name may stand elsewhere in the quotes as well, in the same company.
      return (
        unit.kind === 'negation' ||
        !quoted.some(
          other =>
            isSame(unit, other) && (other.before === unit.before || other.after === unit.after),
        )
      )
    })
    .map(({ kind, words: own }) => ({ kind, text: plain.slice(own[0]?.start, own.at(-1)?.end) }))
}

/** Of words that are not opposed nobody can tell that they do not mean the same. */
function isSame(one: Unit, other: Unit): boolean {
  if (one.kind !== other.kind) return false
  const said = other.words.map(({ folded }) => folded)
  if (one.kind !== 'negation') return one.words.some(({ folded }) => said.includes(folded))
  return !reversesOf(one.words[0]?.folded ?? '').has(said[0] ?? '')
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
  const signs = tokens.map(signOf)
  return tokens.flatMap(({ kind, words: own }, at) => {
    if (kind === 'other') return []
    const before = signs.slice(Math.max(0, at - BESIDE), at).join(' ')
    const after = signs.slice(at + 1, at + 1 + BESIDE).join(' ')
    return [{ kind, words: own, before, after }]
  })
}

/** Which number or name is a neighbour does not matter: they may have been exchanged. */
function signOf({ kind, words: [first] }: Token): string {
  return kind === 'number' || kind === 'name' ? `<${kind}>` : (first?.stem ?? '')
}

function tokensOf(text: string): Token[] {
  const names = new Set(namedWords(text).map(({ start }) => start))
  const tokens: { kind: Token['kind']; words: Word[] }[] = []
  for (const word of words(text)) {
    const kind = kindOf(word, names)
    const last = tokens.at(-1)
    if (kind === 'name' && last?.kind === 'name') last.words.push(word)
    else tokens.push({ kind, words: [word] })
  }
  return tokens
}

function kindOf({ folded, start }: Word, names: ReadonlySet<number>): Token['kind'] {
  if (/^\d/.test(folded)) return 'number'
  if (isOpposable(folded)) return 'negation'
  return names.has(start) ? 'name' : 'other'
}
