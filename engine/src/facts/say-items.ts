import { capital, joinAnd } from '../text/say.ts'

/** The sentence for values of a form, with `{slots}` for the named groups of its pattern. */
export interface Shape {
  /** A regular expression. */
  readonly of: string
  readonly say: string
  /** Set if it is for values with this qualifier alone. */
  readonly qualifier?: string
  /** Years of which the sentence is not true: some tournaments had no final. */
  readonly except?: string
}

/** One item of a list: "French (official) 22.8%", "15.9 million Lagos". */
export interface Item {
  readonly name: string
  /** Notes of the source, such as "official". */
  readonly notes: readonly string[]
  /** The figure with its unit; empty without one. */
  readonly figure: string
  /** Words after the figure, without a comma: " and China (south) 46 km". */
  readonly rest: string
}

const FIGURE = String.raw`(?:less than |more than |about |approximately |over |<|>)?\d[\d.,]*(?: million)?(?:%| (?:sq )?km)`
const NOTE = /\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g
const NOTES = String.raw`(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))*`
const NAME_FIRST = new RegExp(
  String.raw`^(?<name>[^()\d%]*?[^()\d%\s])(?<notes>${NOTES})\s+(?<figure>${FIGURE})(?<after>${NOTES})(?<rest>(?: (?:and |other )?[A-Z].*)?)$`,
)
const NUMBER_FIRST = new RegExp(
  String.raw`^(?<figure>\d[\d.,]*(?: million)?) (?<name>[^()\d]+?)(?<notes>${NOTES})$`,
)
const BARE = new RegExp(`^(?<name>[^()]+?)(?<notes>${NOTES})$`)
/** The source writes capitals in capitals. */
const CAPITALS = /\p{Lu}{2,}/gu

/** Abbreviations of the source that take an article. */
const ABBREVIATED = /^(?:USA?|UK|UAE|EU)$/

/** The marks of the source for where a river rises and ends, and its remarks after a list. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // The name that English readers know is in brackets.
  [/(?<=^|; )([^();]+) \((\p{Lu}[^()]*)\)(?=[^;]* - \d)/gu, '$2 ($1)'],
  [/^top ten [^:]*: |[;,]? ?\bnote ?(?:\d ?)?[-:–].*$|,? ?\[[sm]\](?=[\s,)])/gs, ''],
  // One bracket closes too early.
  [/\)(?=, [^;(]*\) - \d)/g, ''],
  [/ river(?: source| mouth)?(?= [-(])/g, ''],
  [/\*/g, ''],
  [/ [-–]+ ?(?=\d)/g, ' '],
]

/** A list without the marks and remarks of the source. */
export function plainList(text: string): string {
  return MARKS.reduce((plain, [mark, put]) => plain.replace(mark, put), text)
}

/** The items of a value that is a list. */
export function itemsOf(text: string): Item[] {
  return partsOf(text).map(part => {
    const found = NAME_FIRST.exec(part) ?? NUMBER_FIRST.exec(part) ?? BARE.exec(part)
    const { name = part, notes = '', figure = '', after = '', rest = '' } = found?.groups ?? {}
    const isCity = figure !== '' && !/[%m]$/.test(figure.replace('million', ''))
    return {
      name: isCity ? name.replace(CAPITALS, word => capital(word.toLowerCase())) : name,
      notes: Array.from(`${notes}${after}`.matchAll(NOTE), ([, note = '']) => note),
      figure: figure.replace(/(\.\d*?)0+(?= million)/, '$1').replace('. ', ' '),
      rest,
    }
  })
}

/** Writes a list for a sentence: "Algeria (1,359 km), Niger (838 km) and Senegal (489 km)". */
export function sayItems(written: string): string {
  const text = plainList(written)
  const parts = partsOf(text)
  const items = itemsOf(text)
  // Texts with subordinate lists are no plain lists.
  if (parts.some(part => /[:"“]/.test(part))) return text
  const said = items.map(({ name, notes, figure, rest }) => {
    const plain = /^other$/i.test(name) && figure !== '' ? 'others' : name
    const named = ABBREVIATED.test(plain) ? `the ${plain}` : plain
    // A note that is more than a word, such as a list of subgroups, follows the total.
    const isLong = figure !== '' && notes.some(note => /\s\S+\s+\S+\s/.test(note))
    const more = (isLong ? [figure, notes.join(', ')] : [...notes, figure]).filter(Boolean)
    const joint = isLong ? (notes.some(note => /\d%/.test(note)) ? ': ' : '; ') : ', '
    return `${named}${more.length > 0 ? ` (${more.join(joint)})` : ''}${rest}`
  })
  const isPlain = said.every(one => !one.replace(NOTE, '').includes(','))
  return isPlain ? joinAnd(said.map(one => one.replace(/^and /, ''))) : text
}

/** Splits at commas and semicolons outside brackets, numbers and names such as "Gambia, The". */
function partsOf(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [at, letter] of [...text].entries()) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    const isNumber =
      letter === ',' && /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '')
    const isName = letter === ',' && /^, (?:The\b|D\.C\.)/.test(text.slice(at))
    if (depth > 0 || isNumber || isName || !/[,;]/.test(letter))
      parts.push(`${parts.pop()}${letter}`)
    else parts.push('')
  }
  return parts.map(part => part.trim()).filter(Boolean)
}
