import type { FactStatement, FactTable } from './answer.ts'
import type { Fact } from './fact.ts'
import type { Lexicon } from './lexicon.ts'
import { writeNumber, writeValue } from './write-fact.ts'

const MAIN = new Set(['', 'total', 'total population', 'name', 'border countries', 'title'])
const SIGNIFICANT = 3
const ROUNDED = 4
const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const

/** A fact as a sentence, by the template of its attribute or "The … of … was …". */
export function sayFact(
  fact: Fact,
  { lexicon, today }: { readonly lexicon: Lexicon; readonly today: string },
): FactStatement {
  const { subject, attribute, qualifier = '', year, start = '', end = '' } = fact
  const { say, sayOf, main, holders } = lexicon.wordsOf(attribute) ?? {}
  const isNamed = holders !== undefined || say?.includes('{qualifier}')
  const isPlain = MAIN.has(qualifier) || qualifier === main || isNamed
  const template = sayOf?.[qualifier] ?? (isPlain ? say : undefined)
  const { value, computed } = readable(fact)
  const more = computed && { computed }
  if (template) {
    const parts: Readonly<Record<string, string>> = {
      ...{ subject: subject.name, value, qualifier, start, end },
      year: String(year ?? ''),
    }
    const written = template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
    const text = start !== '' && end > today ? written.replace(' was ', ' is ') : written
    return { text: `${text.replace(/\.$/, '')}.`, facts: [fact], ...more }
  }
  const named = nameOf(fact)
  const isPlural = /[^su]s$/.test(fact.attribute.label)
  const isFigure = fact.number !== undefined && /^[-$\d]/.test(value) && !isPlural
  const opening = isFigure ? `The ${lower(named)}` : named
  const verb = isFigure ? (year === undefined ? ' is ' : ' was ') : ': '
  return { text: `${opening} of ${subject.name}${verb}${value}.`, facts: [fact], ...more }
}

/** The same of several subjects in one sentence; of two, how far they are apart. */
export function sayTogether(facts: readonly Fact[]): FactStatement {
  const [first, second, ...others] = facts
  const values = facts.map(fact => `${fact.subject.name} ${datedValue(fact)}`)
  const isText = facts.some(({ number }) => number === undefined)
  const text = `${first ? nameOf(first) : ''}: ${values.join(isText ? '; ' : ', ')}`
  const [a = 0, b = 0] = [first?.number, second?.number]
  const isAlike = first?.unit === second?.unit && others.length === 0 && !isText
  if (!isAlike || !first || !second || a === b) return { text: `${text}.`, facts }
  const { amount, value } = sayAmount(Math.abs(a - b), first)
  const isRatio = Math.min(a, b) > 0 && first.unit !== '%'
  const ratio = round(Math.max(a, b) / Math.min(a, b))
  const larger = a > b ? first : second
  const times = isRatio ? ` (${ratio} times)` : ''
  const more = `${larger.subject.name} is higher by ${amount}${times}`
  return { text: `${text}; ${more}.`, facts, computed: [value, ...(isRatio ? [ratio] : [])] }
}

/** From the first to the last of a series, with the change in all and a year. */
export function sayChange(rows: readonly Fact[]): FactStatement | undefined {
  const [first] = rows
  const last = rows.at(-1)
  if (
    first?.number === undefined ||
    last?.number === undefined ||
    first.year === undefined ||
    last.year === undefined
  )
    return undefined
  const { subject } = first
  const span = last.year - first.year
  const isRate = /%/.test(first.unit ?? '')
  const named = `${nameOf(first)} of ${subject.name}`
  const from = `${bare(first)} in ${first.year} to ${bare(last)} in ${last.year}`
  const verb =
    last.number > first.number ? 'rose' : last.number < first.number ? 'fell' : 'stayed at'
  if (verb === 'stayed at' || first.number <= 0 || isRate) {
    const { amount, value } = sayAmount(Math.abs(last.number - first.number), first)
    return {
      text: `${named} ${verb} from ${from}, by ${amount}.`,
      facts: rows,
      computed: [value, span],
    }
  }
  const change = round(Math.abs(last.number / first.number - 1) * 100)
  const yearly = round(Math.abs((last.number / first.number) ** (1 / span) - 1) * 100)
  const average = span > 1 ? `, ${yearly}% a year on average` : ''
  return {
    text: `${named} ${verb} from ${from}, by ${change}%${average}.`,
    facts: rows,
    computed: [change, yearly, span],
  }
}

interface Listing {
  readonly intro: string
  readonly computed: readonly number[]
  readonly total?: number
}

export function sayList(
  facts: readonly Fact[],
  { intro, computed, total = facts.length }: Listing,
): FactStatement {
  const more = total - facts.length
  const values = facts.map(fact => `${fact.subject.name} ${datedValue(fact)}`)
  const text = `${intro}: ${values.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  return { text, facts, computed: [...computed, more] }
}

/** The first of a ranking. */
export function sayPlace(
  facts: readonly Fact[],
  { among, towards, computed }: { among: string; towards: string; computed: readonly number[] },
): FactStatement {
  const [first] = facts
  const label = first ? nameOf(first) : ''
  if (facts.length > 1)
    return sayList(facts, { intro: `${label}, ${towards} of ${among}`, computed })
  const text = `${first?.subject.name} has the ${towards} ${lower(label)} of ${among}: ${first ? datedValue(first) : ''}.`
  return { text, facts, computed }
}

/** Subjects by column, attributes or years by row. */
export function tableOf(facts: readonly Fact[]): FactTable {
  const columns = [...new Set(facts.map(({ subject }) => subject.name))]
  const labels = new Set(facts.map(fact => nameOf(fact)))
  const years = new Set(facts.map(({ year }) => year))
  const isByYear = labels.size === 1 && years.size > 1
  const labelOf = (fact: Fact) => (isByYear ? String(fact.year ?? '') : nameOf(fact))
  const rows = [...Map.groupBy(facts, labelOf)].map(([label, own]) => ({
    label,
    cells: columns.map(column => {
      const fact = own.findLast(({ subject }) => subject.name === column)
      return fact && { text: datedValue(fact), facts: [fact] }
    }),
  }))
  return { columns, rows: rows.length > 60 ? rows.slice(-60) : rows }
}

/** The value with its year, as the source writes it or to the last digit. */
export function datedValue(fact: Fact): string {
  const value = writeValue(fact).replace(/\.$/, '')
  const isDated =
    fact.year === undefined || value.includes(String(fact.year)) || fact.text !== undefined
  return isDated ? value : `${value} (${fact.year})`
}

/** Long numbers that code wrote, in millions and up: the table has every digit. */
function readable(fact: Fact): { value: string; computed?: readonly number[] } {
  const { text, number = 0, unit, year } = fact
  const scale = SCALES.find(([least]) => Math.abs(number) >= least)
  if (text !== undefined || !scale || !(unit === 'USD' || unit === 'people')) {
    return { value: datedValue(fact) }
  }
  const short = Number((number / scale[0]).toPrecision(ROUNDED))
  const amount = unit === 'USD' ? `$${short} ${scale[1]}` : `${short} ${scale[1]}`
  return { value: `${amount} (${year})`, computed: [short * scale[0], short] }
}

/** A calculated amount in the unit of a fact, rounded to what people read. */
export function sayAmount(
  number: number,
  like: Fact | undefined,
): { amount: string; value: number } {
  const unit = like?.unit ?? ''
  const value = Math.abs(number) >= 1_000 ? Math.round(number) : round(number)
  const written = writeNumber(value)
  if (unit.startsWith('USD')) return { amount: `$${written}${unit.slice('USD'.length)}`, value }
  return {
    amount: unit.startsWith('%') ? `${written}${unit}` : [written, unit].filter(Boolean).join(' '),
    value,
  }
}

function bare(fact: Fact): string {
  return datedValue(fact).replace(/\s*\([^()]*\d{4}[^()]*\)/g, '')
}

function nameOf({ attribute, qualifier = '' }: Fact): string {
  const label = attribute.label.replace(' by year', '')
  const isSame = qualifier.toLowerCase().endsWith(label.toLowerCase())
  return MAIN.has(qualifier) || isSame ? label : `${label} (${qualifier})`
}

function round(number: number): number {
  return Number(number.toPrecision(Math.abs(number) >= 1_000 ? 6 : SIGNIFICANT))
}

function lower(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
