/** The kind of things that a question ranks, and how many of them it asks for. */
export interface Kind {
  /** Such as "country". */
  readonly name: string
  readonly count: number
  /** From 1, when one of them is asked for by its place. */
  readonly place?: number
  /** The words that say how many or which, to be taken out of what is ranked by. */
  readonly aside: RegExp
}

export const KIND =
  /\b(countr(?:y|ies)|nations?|states?|compan(?:y|ies)|products?|cit(?:y|ies)|regions?)\b/i
const COUNTS = 'two three four five six seven eight nine ten'.split(' ')
const PLACES = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const COUNT = new RegExp(
  `\\b(?:top\\s+)?(\\d{1,3}|${COUNTS.join('|')})\\s+(?=(?:[\\p{L}-]+\\s+){0,3}?(?:countr|nations|states|compan|products|cities|regions))`,
  'iu',
)
const PLACE = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)\\b[\\s-]*|\\b(${PLACES.join('|')})\\b[\\s-]*`,
  'i',
)
const MOST_COUNT = 25
const DEFAULT_COUNT = 5

export function readKind(clause: string): Kind | undefined {
  const written = KIND.exec(clause)?.[1]
  if (written === undefined) return undefined
  const place = readPlace(clause)
  const count = readCount(clause)
  return {
    name: /^nations?$/i.test(written) ? 'country' : written.toLowerCase(),
    count: Math.min(count ?? Math.max(place ?? 0, DEFAULT_COUNT), MOST_COUNT),
    ...(place !== undefined && place <= MOST_COUNT && { place }),
    aside: place === undefined ? COUNT : PLACE,
  }
}

function readPlace(clause: string): number | undefined {
  const [, digits, word] = PLACE.exec(clause) ?? []
  if (digits !== undefined) return Number(digits) || undefined
  return word === undefined ? undefined : PLACES.indexOf(word.toLowerCase()) + 2
}

function readCount(clause: string): number | undefined {
  const written = COUNT.exec(clause)?.[1]?.toLowerCase()
  if (written === undefined) return undefined
  return (COUNTS.includes(written) ? COUNTS.indexOf(written) + 2 : Number(written)) || undefined
}
