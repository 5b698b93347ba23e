import { words } from '../text/words.ts'

const NEGATIONS = new Set(
  'not no never none without cannot nor neither hardly unlikely nobody nothing'.split(' '),
)
const CONTRACTION = /n['’]t$/i

/** Whether a text denies something. */
export function isNegated(text: string): boolean {
  return words(text).some(word => NEGATIONS.has(word.folded) || CONTRACTION.test(word.text))
}

/** Words of one side say the reverse of the other's. */
const OPPOSITES: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    'increase increased increases increasing rise rises rose risen grow grows grew grown growth',
    'decrease decreased decreases decreasing fall falls fell fallen decline declines declined drop ' +
      'drops dropped shrank',
  ],
  ['more', 'less fewer'],
  ['higher', 'lower'],
  ['highest', 'lowest'],
  ['largest biggest greatest', 'smallest'],
  ['longest', 'shortest'],
  ['oldest', 'youngest newest'],
  ['above', 'below'],
  ['maximum', 'minimum'],
  ['profit profits gain gains', 'loss losses'],
  ['import imports imported', 'export exports exported'],
  ['north northern', 'south southern'],
  ['east eastern', 'west western'],
  ['male males', 'female females'],
  ['legal', 'illegal'],
  ['includes included', 'excludes excluded'],
].map(([one = '', other = '']) => [setOf(one), setOf(other)] as const)

/** Words that say the reverse in the place of each other only: one thing is before what is after it. */
const LOCAL_OPPOSITES: readonly (readonly [string, string])[] = [
  ['before', 'after'],
  ['first', 'last'],
  ['early earlier earliest', 'late later latest'],
  ['won wins win winning', 'lost loses lose losing'],
  ['accepted accepts accept', 'rejected rejects reject refused refuses refuse'],
  ['allowed allows allow permitted permits permit', 'forbade forbids forbid banned bans ban'],
  ['success successes successful succeeded', 'failure failures failed fails'],
  ['with', 'without'],
]
/** What makes a certainty or a whole of what the quote has with a reservation. */
const OVERSTATED: readonly (readonly [string, string])[] = [
  ['will did does is was', 'may might could would'],
  ['all every each', 'some many most several few'],
  ['always', 'often usually sometimes generally frequently mostly'],
  ['certainly definitely clearly', 'probably possibly perhaps likely'],
  ['proved proves proven knew', 'claimed claims suggested suggests believed believes'],
]

const reverses = new Map<string, Set<string>>()
for (const [one, other] of OPPOSITES) addReverses(one, other, { isMutual: true })
for (const [one, other] of LOCAL_OPPOSITES)
  addReverses(setOf(one), setOf(other), { isMutual: true })
for (const [one, other] of OVERSTATED) addReverses(setOf(one), setOf(other), { isMutual: false })
const opposed = new Set([...reverses.values()].flatMap(words => [...words]))
const NONE: ReadonlySet<string> = new Set()

function addReverses(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  { isMutual }: { readonly isMutual: boolean },
): void {
  for (const word of one) reverses.set(word, (reverses.get(word) ?? new Set()).union(other))
  if (isMutual) addReverses(other, one, { isMutual: false })
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Whether a word says the reverse of some other, or is said the reverse of. */
export function isOpposable(word: string): boolean {
  return reverses.has(word) || opposed.has(word)
}

/** The words that would say something else in the place of this one. */
export function reversesOf(word: string): ReadonlySet<string> {
  return reverses.get(word) ?? NONE
}

/** The word of a sentence in whose place the quote has the opposite. */
export function findOpposite(sentence: string, quote: string): string | undefined {
  const said = words(sentence)
  const quoted = words(quote)
  for (const [one, other] of OPPOSITES) {
    for (const [side, reverse] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = said.find(({ folded }) => side.has(folded))
      if (!found || said.some(({ folded }) => reverse.has(folded))) continue
      if (quoted.some(({ folded }) => side.has(folded))) continue
      if (quoted.some(({ folded }) => reverse.has(folded))) return found.text
    }
  }
  return undefined
}
