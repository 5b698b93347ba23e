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
].map(([one = '', other = '']) => [new Set(one.split(' ')), new Set(other.split(' '))] as const)

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
