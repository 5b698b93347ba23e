import data from '../../../data/topics.json' with { type: 'json' }
import type { Fact, Subject } from '../fact.ts'
import { writeNumber, writeValue } from '../write-fact.ts'

/** A value as a sentence says it, with the numbers that rounding made. */
export interface Said {
  readonly text: string
  readonly computed: readonly number[]
}

const SIGNIFICANT = 3
const OFFICES = 'Executive branch'
const LONGEST = 280
const SCALES: readonly (readonly [number, string])[] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
]
const AMOUNT = /^(-?)(\$?)(\d[\d,]*(?:\.\d+)?)(?: (thousand|million|billion|trillion))?(?=$|[\s%])/
const WORDS: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}
/** The year of an election is no amount. */
const YEAR = /^(?:1[5-9]|20)\d\d$/
/** "(2024 est.)", "(2023)", "(FY2023/24)". */
const DATE = /\s*\((?:[^()]*\b)?(?:1[89]|20)\d\d\b[^()]*\)/g

/** Writes a value for a sentence: rounded, without its date and without asides. */
export function sayValue(fact: Fact): Said {
  const plain = inPlainUnits(
    sayNames(fact, writeValue(fact))
      .replace(DATE, '')
      .replace(/;? ?note\b.*$/s, ''),
  )
  const amount = fact.number === undefined ? null : AMOUNT.exec(plain)
  if (!amount || YEAR.test(plain))
    return { text: cut(plain.trim().replace(/[.;,]$/, '')), computed: [] }
  const [whole, sign, currency, digits = '', word = ''] = amount
  const number = Number(digits.replaceAll(',', '')) * (WORDS[word] ?? 1)
  const rest = plain.slice(whole.length).replace(/\s*\([^()]*\)/g, '')
  const said = sayNumber(number)
  return {
    text: cut(`${sign}${currency}${said.text}${rest}`.trim()),
    computed: said.computed,
  }
}

/** "Friedrich Merz" for "Friedrich MERZ": the source writes the surnames of officeholders in capitals. */
export function sayNames({ attribute }: Fact, text: string): string {
  if (attribute.label !== OFFICES) return text
  return text.replace(
    /(?<=\p{Lu}[\p{Ll}.]\S* )\p{Lu}[\p{Lu}'’-]{2,}(?![\p{L}])/gu,
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
  const text = `${number < 0 ? '-' : ''}${writeNumber(shown)}${word && ` ${word}`}`
  return { text, computed: [rounded, shown, Math.sign(number) * rounded] }
}

/** Writes a calculated amount with its unit. */
export function sayAmountIn(number: number, unit: string): Said {
  const { text, computed } = sayNumber(unit === '%' ? Number(number.toFixed(2)) : number)
  const bare = text.replace(/^-/, '')
  const sign = text.startsWith('-') ? '-' : ''
  if (unit === 'USD') return { text: `${sign}$${bare}`, computed }
  if (unit.startsWith('%')) return { text: `${text}${unit.trimEnd()}`, computed }
  return { text: [text, unit].filter(Boolean).join(' '), computed }
}

/** The name with the article that it takes within a sentence. */
export function nameOf({ name }: Subject): string {
  return data.articles.includes(name) ? `the ${name}` : name
}

export function ownerOf(subject: Subject): string {
  const name = nameOf(subject)
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "A, B and C". */
export function joinAnd(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

function inPlainUnits(text: string): string {
  return data.units.reduce((all, [unit = '', said = '']) => all.replace(unit, said), text)
}

/** Ends a long text after an entry of its list. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const end = Math.max(text.lastIndexOf(';', LONGEST), text.lastIndexOf(',', LONGEST))
  return text.slice(0, end > LONGEST / 2 ? end : text.lastIndexOf(' ', LONGEST))
}
