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
const REPEATS =
  /\b(?:(more than once|multiple times|several times|at least twice)|twice|two times)\b/i
const OTHERS =
  /\b(?:also|both|only|each(?! year)|either|alone|same|earliest|oldest|youngest|consecutive|in a row|how old|(?<=\S\s)(?:when|while)\b|from (?:#+ ?)+to\b)/gi
/** Exclusions of something that no filter reads. */
const EXCLUDES =
  /\b(?:not|\w+n['’]t|no|never|neither|nor|without|lacks?|lacking|except|excluding|exclude|besides|apart from|aside from|other than|outside|but)\b/gi
/** Ratios and losers. */
const UNREAD = /\b[Pp]er\b(?! (?:year|annum|day))|\b(?:lost|loser|runner-?up)\b|\bleft the\b/g
/** The currency, which figures are not converted to; the tournament is written with a capital. */
const EURO = /(?<!\b(?:the|uses?|using) )\beuros?\b(?!\s*(?:19|20)\d\d)/g
const LAST = /\b(?:last|latest|most recent(?:ly)?)\b(?!\s+(?:\d|year|few|decade|century))/i
const RELATIONS: Readonly<Record<Relation, RegExp>> = {
  before: /\b(?:before|prior to|preced(?:ed|ing))\b(?!\s+(?:the year\s+)?\d{4})/i,
  after: /\b(?:after|succeed(?:ed|ing)|succeeds)\b(?!\s+(?:the year\s+)?\d{4})/i,
  between: /\bbetween\b(?!\s+\d{4})/i,
  under: /\bunder\b/i,
}
const MOST_OFTEN =
  /\bmost (?:often|times|frequently)\b|\b(?:won|win|wins|with|has|have|received|got) (?:the )?most\b/i

/** Reads the conditions of a question; `open` is its text without the words that already have a meaning. */
export function readConditions(text: string, open: string): Conditions {
  const [, word, digits] = PLACE.exec(open) ?? []
  const place = word ? PLACES.indexOf(word.toLowerCase()) + 1 : Number(digits ?? 0)
  const isLast = LAST.test(open)
  const repeated = REPEATS.exec(open)
  const relations = Object.keys(RELATIONS) as Relation[]
  const relation = relations.find(one => RELATIONS[one].test(open))
  return {
    ...(place > 0 && { place }),
    isLast,
    ...(repeated && { repeats: { least: 2, most: repeated[1] ? Number.POSITIVE_INFINITY : 2 } }),
    ...(relation && { relation }),
    isMostOften: MOST_OFTEN.test(text),
    others: [
      ...[OTHERS, EXCLUDES, UNREAD].flatMap(pattern => [...open.matchAll(pattern)]),
      ...text.matchAll(EURO),
    ].map(([found]) => found.toLowerCase()),
  }
}

/** Returns whether no condition narrows the question. */
export function isPlain({ place, repeats, relation, others, isLast }: Conditions): boolean {
  return place === undefined && !isLast && !repeats && !relation && others.length === 0
}
