import vocabulary from '../../data/words.json' with { type: 'json' }

/** Words that narrow a question. A query that leaves one out answers another question. */
export interface Conditions {
  /** "The second largest", "the 16th president". */
  readonly place?: number
  /** "The last World Cup", "last won". */
  readonly isLast: boolean
  /** "Twice", "more than once": how often at least and at most. */
  readonly repeats?: { readonly least: number; readonly most: number }
  /** How what is asked for stands to a subject that is named, as in "after Lincoln". */
  readonly relation?: Relation
  /** "Won the most", "most often". */
  readonly isMostOften: boolean
  /** Words that most queries do not honour, such as "also", "not" and "lost", in lower case. */
  readonly others: readonly string[]
}

export type Relation = 'before' | 'after' | 'between' | 'under'

export const PLACES = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const PLACE = new RegExp(
  `\\b(?:(${PLACES.join('|')})|(\\d{1,3})(?:st|nd|rd|th))\\b(?!\\s+(?:half|quarter|century))`,
  'i',
)
const { relations, ...narrowing } = vocabulary.narrowing
const patternOf = (words: string) => new RegExp(words, 'i')
const RELATIONS = Object.entries(relations) as [Relation, string][]
const LAST = patternOf(narrowing.last)
const REPEATS = patternOf(narrowing.repeats)
const MOST_OFTEN = patternOf(narrowing.mostOften)
/** "Also", exclusions of something that no filter reads, ratios and losers. */
const OTHERS = [
  new RegExp(`${narrowing.others}|${narrowing.exclusions}`, 'gi'),
  new RegExp(narrowing.unread, 'g'),
]
/** The currency, which figures are not converted to; the tournament is written with a capital. */
const EURO = new RegExp(narrowing.euro, 'g')

/** Reads the conditions of a question; `open` is its text without the words that already have a meaning. */
export function readConditions(text: string, open: string): Conditions {
  const [, word, digits] = PLACE.exec(open) ?? []
  const place = word ? PLACES.indexOf(word.toLowerCase()) + 1 : Number(digits ?? 0)
  const isLast = LAST.test(open)
  const repeated = REPEATS.exec(open)
  const [relation] = RELATIONS.find(([, words]) => patternOf(words).test(open)) ?? []
  return {
    ...(place > 0 && { place }),
    isLast,
    ...(repeated && { repeats: { least: 2, most: repeated[1] ? Number.POSITIVE_INFINITY : 2 } }),
    ...(relation && { relation }),
    isMostOften: MOST_OFTEN.test(text),
    others: [...OTHERS.flatMap(pattern => [...open.matchAll(pattern)]), ...text.matchAll(EURO)].map(
      ([found]) => found.toLowerCase(),
    ),
  }
}

/** Returns whether no condition narrows the question. */
export function isPlain({ place, repeats, relation, others, isLast }: Conditions): boolean {
  return place === undefined && !isLast && !repeats && !relation && others.length === 0
}
