import data from '../../../data/topics.json' with { type: 'json' }
import { capital, type Phrase, say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { SCALES, writeNumber, writeValue } from '../write-fact.ts'

/** A piece of a sentence about facts, with the numbers that rounding or calculation made. */
export type Said = Phrase<Fact>

/** A sentence that cites the facts behind its pieces, and further ones. */
export function state({ text, numbers, sources }: Said, ...more: readonly Fact[]): FactStatement {
  return {
    text: `${capital(text)}.`,
    facts: [...new Set([...sources, ...more])],
    computed: [...new Set(numbers)],
  }
}

const SIGNIFICANT = 3
/** Digits of an amount before it is rounded for a report. */
const ROUNDED = 4
const MINUS = '−'
/** The source writes surnames in capitals. */
const WITH_NAMES = ['Executive branch', 'National anthem(s)']
const LONGEST = 280
const AMOUNT = /^(-?)(\$?)(\d[\d,]*(?:\.\d+)?)(?: (thousand|million|billion|trillion))?(?=$|[\s%])/
const WORDS = new Map<string, number>(
  [[1e3, 'thousand'] as const, ...SCALES].map(([unit, word]) => [word, unit]),
)
/** The year of an election is no amount. */
const YEAR = /^(?:1[5-9]|20)\d\d$/
/** "(2024 est.)", "(2023)", "(FY2023/24)". */
const DATE = /\s*\((?:[^()]*\b)?(?:1[89]|20)\d\d\b[^()]*\)/g

/** Writes a value for a sentence: rounded, without its date and without asides. */
export function sayValue(fact: Fact): Said {
  if (fact.text === undefined && fact.unit === 'USD') return { ...sayFigure(fact), sources: [fact] }
  const plain = sayUnits(
    sayNames(fact, writeValue(fact))
      .replace(DATE, '')
      .replace(/;? ?note\b.*$/s, ''),
  )
  const amount = fact.number === undefined ? null : AMOUNT.exec(plain)
  if (!amount || YEAR.test(plain))
    return { ...say`${cut(plain.trim().replace(/[.;,]$/, ''))}`, sources: [fact] }
  const [whole, sign, currency, digits = '', word = ''] = amount
  const number = Number(digits.replaceAll(',', '')) * (WORDS.get(word) ?? 1)
  const rest = plain.slice(whole.length).replace(/\s*\([^()]*\)/g, '')
  const { text, numbers } = sayNumber(number)
  return { text: cut(`${sign && MINUS}${currency}${text}${rest}`.trim()), numbers, sources: [fact] }
}

/** Units as people write them: "births per 1,000 people". */
export function sayUnits(text: string): string {
  return data.units
    .reduce((said, [unit = '', own = '']) => said.replace(unit, own), text)
    .replace(/^1 metric tons\b/, '1 metric ton')
}

/** "Friedrich Merz" for "Friedrich MERZ", "Lee Jae-myung" for "LEE Jae-myung"; imports without the sign of the source. */
export function sayNames({ attribute, qualifier }: Fact, text: string): string {
  if (qualifier?.startsWith('imports')) return text.replace(/^-(?=\d)/, '')
  if (!WITH_NAMES.includes(attribute.label)) return text
  return text.replace(
    /(?<=^|\p{Lu}\S* )(?![IVX]+\b)\p{Lu}[\p{Lu}'’-]{2,}(?![\p{L}])/gu,
    name =>
      name.charAt(0) +
      name
        .slice(1)
        .toLowerCase()
        .replace(/(?<=[-'’])\p{Ll}/gu, one => one.toUpperCase()),
  )
}

/** Rounds a number for a sentence: 19,091,343 is 19.1 million. */
export function sayNumber(number: number): Said {
  const size = Math.abs(number)
  const rounded = Number(size.toPrecision(SIGNIFICANT))
  const [unit = 1, word = ''] = SCALES.find(([least]) => rounded >= least) ?? []
  const shown = Number((rounded / unit).toPrecision(SIGNIFICANT + 1))
  const text = `${number < 0 ? MINUS : ''}${writeNumber(shown)}${word && ` ${word}`}`
  return { text, numbers: [rounded, shown, Math.sign(number) * rounded], sources: [] }
}

/** Rounds the amounts of a sentence; the tables have them exact. */
export function roundNumbers({ text, computed = [], ...rest }: FactStatement): FactStatement {
  const rounded: number[] = []
  // A number that is rounded twice may end one too high.
  const exactOf = (value: number, unit: number) => {
    const isMeant = ({ number = 0 }: Fact) => {
      const own = Math.abs(number) / unit
      return Math.abs(own - value) < value / 1e3 && Number(own.toPrecision(ROUNDED)) === value
    }
    return Math.abs(rest.facts.find(isMeant)?.number ?? value * unit) / unit
  }
  const said = text
    .replace(/(?<![\d.,])\d[\d,]*\.\d+ (thousand|million|billion|trillion)\b/g, (whole, word) => {
      const unit = WORDS.get(word) ?? 1
      const value = Number(whole.replaceAll(',', '').split(' ')[0])
      const short = Number(exactOf(value, unit).toPrecision(SIGNIFICANT))
      rounded.push(short, short * unit)
      return `${writeNumber(short)} ${word}`
    })
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d.,]*\d)/g, whole => {
      const short = sayNumber(Number(whole.replaceAll(',', '')))
      rounded.push(...short.numbers)
      return short.text
    })
    .replace(/(?<=[\s(])-(?=[$\d])/g, MINUS)
  return { ...rest, text: said, computed: [...computed, ...rounded] }
}

/** Writes a calculated amount with its unit. */
export function sayAmountIn(number: number, unit: string): Said {
  const said = sayNumber(unit === '%' ? Number(number.toFixed(2)) : number)
  const [, sign = '', bare = ''] = /^(−?)(.*)$/.exec(said.text) ?? []
  if (unit === 'USD') return { ...said, text: `${sign}$${bare}` }
  const after = unit.startsWith('%') ? unit.trimEnd() : unit && ` ${unit}`
  return { ...said, text: `${said.text}${after}` }
}

/** The number of a series, rounded, in its unit. */
export function sayFigure({ number = 0, unit }: Fact): Said {
  return sayAmountIn(number, unit === 'USD' ? unit : '')
}

/** A share in per cent, with two digits. */
export function percent(share: number): number {
  return Number((share * 100).toPrecision(2))
}

/** The name with the article that it takes within a sentence. */
export function nameOf({ name }: Pick<Subject, 'name'>): string {
  if (name === 'World') return 'the world'
  return data.articles.includes(name) || / Islands$/.test(name) ? `the ${name}` : name
}

export function ownerOf(subject: Subject): string {
  const name = nameOf(subject)
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}

/** Ends a long text after an entry of its list. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const end = Math.max(text.lastIndexOf(';', LONGEST), text.lastIndexOf(',', LONGEST))
  return text.slice(0, end > LONGEST / 2 ? end : text.lastIndexOf(' ', LONGEST))
}
