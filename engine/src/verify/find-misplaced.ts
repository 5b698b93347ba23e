import { type Word, words } from '../text/words.ts'
import type { Alignment } from './align-claim.ts'
import { namedWords } from './named-words.ts'
import { isOpposable, reversesOf } from './negation.ts'
import type { Problem } from './problem.ts'

/** A number, a name or a word that has an opposite, with the words on both sides of it. */
interface Unit {
  readonly kind: 'number' | 'name' | 'negation'
  readonly text: string
  readonly folded: readonly string[]
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
  const quoted = rows.filter(({ text }) => !text.includes('|')).flatMap(({ text }) => unitsOf(text))
  const places = Map.groupBy(quoted, placeOf)
  return unitsOf(plain)
    .filter(unit => {
      const there = places.get(placeOf(unit)) ?? []
      if (there.length === 0 || there.some(other => isSame(unit, other))) return false
      // It may stand elsewhere in the quotes as well, in the same company.
      return !quoted.some(
        other =>
          isSame(unit, other) && (other.before === unit.before || other.after === unit.after),
      )
    })
    .map(({ kind, text }) => ({ kind, text }))
}

/** Of words that are not opposed nobody can tell that they do not mean the same. */
function isSame(one: Unit, other: Unit): boolean {
  if (one.kind !== 'negation') return one.folded.some(word => other.folded.includes(word))
  return !reversesOf(one.folded[0] ?? '').has(other.folded[0] ?? '')
}

function beside(neighbours: readonly Word[]): string {
  return neighbours.map(({ stem }) => stem).join(' ')
}

function placeOf({ kind, before, after }: Unit): string {
  return `${kind} ${before} ${after}`
}

function unitsOf(text: string): Unit[] {
  const all = words(text)
  const names = new Set(namedWords(text).map(({ start }) => start))
  const kindOf = (word: Word | undefined) => {
    if (word === undefined) return undefined
    if (/^\d/.test(word.folded)) return 'number'
    if (isOpposable(word.folded)) return 'negation'
    return names.has(word.start) ? 'name' : undefined
  }
  const units: Unit[] = []
  for (let at = 0; at < all.length; at++) {
    const kind = kindOf(all[at])
    if (!kind) continue
    let to = at + 1
    while (kind === 'name' && kindOf(all[to]) === 'name') to++
    const own = all.slice(at, to)
    units.push({
      kind,
      text: text.slice(own[0]?.start, own.at(-1)?.end),
      folded: own.map(({ folded }) => folded),
      before: beside(all.slice(Math.max(0, at - BESIDE), at)),
      after: beside(all.slice(to, to + BESIDE)),
    })
    at = to - 1
  }
  return units
}
