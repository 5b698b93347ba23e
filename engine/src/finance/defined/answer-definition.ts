import type { ReportedFigures } from '../../evidence/finding.ts'
import type { Company } from '../../search/company-fact.ts'
import { add, divide, type Rational, rational, subtract } from '../../tables/rational.ts'
import { findMentions } from '../companies/find-companies.ts'
import { times, toNumber, writeDecimal } from '../decimal.ts'
import type { FactBook } from '../fact-book.ts'
import type { Figure } from '../figure.ts'
import { findFigure } from '../find-figure.ts'
import { nameOwner, state, type Voice } from '../statements/say.ts'
import { type Defined, readDefinition } from './read-definition.ts'
import type { Expression, Sign } from './read-expression.ts'

/** A result with its calculation in words. */
interface Result {
  readonly value: Rational
  readonly text: string
  /** 1 for an amount of money, 0 for a plain number. */
  readonly power: number
  readonly figures: readonly Figure[]
}

interface Scene {
  readonly book: FactBook
  readonly company: Company
  readonly year: number
}

const MILLIONTH = 1e-6
const MOST_DECIMALS = 3

/** Calculates a measure that the question itself defines; undefined if it defines none, or a figure is missing. */
export function answerDefinition(
  question: string,
  book: FactBook,
  voice: Voice,
): ReportedFigures | undefined {
  const defined = readDefinition(question)
  const named = findMentions(question, book.companies).map(({ company }) => company)
  const [company, ...others] = new Set(named.length > 0 ? named : book.companies)
  if (!defined || !company || others.length > 0) return undefined
  const { expression, year, over } = defined
  const inYear = (one: number) => calculate(expression, { book, company, year: one })
  const result = over ? averageOf(over.map(inYear)) : inYear(year)
  if (!result || result.power > 1 || result.power < 0) return undefined
  const statements = [state(sayResult(result, defined, company), voice)]
  return { statements, conflicts: [], answered: [question], missing: [] }
}

function sayResult({ value, text, power, figures }: Result, defined: Defined, company: Company) {
  const { name, year, over, isPercent, decimals } = defined
  const isShare = isPercent && power === 0
  const shown = isShare ? times(value, 100) : power === 1 ? times(value, MILLIONTH) : value
  const number = writeDecimal(shown, power === 1 ? 0 : decimals)
  const written = power === 1 ? `$${number} million` : isShare ? `${number}%` : number
  const when = over ? `over fiscal ${over[0]} to ${over.at(-1)}` : `in fiscal ${year}`
  const used = Array.from(text.matchAll(/[\d,]+(?:\.\d+)?/g), ([one]) =>
    Number(one.replaceAll(',', '')),
  )
  return {
    text: `${nameOwner({ company })} ${name} ${when} was ${written}: ${text}, in millions`,
    numbers: [toNumber(shown, decimals), toNumber(value), ...used, year, ...(over ?? [])],
    sources: figures,
  }
}

function calculate(expression: Expression, scene: Scene): Result | undefined {
  if (expression.kind === 'number')
    return { value: rational(expression.value), text: expression.value, power: 0, figures: [] }
  if (expression.kind === 'metric') {
    const { metric, year = scene.year } = expression
    const slot = { kind: 'fiscal', year, part: 'year' } as const
    const figure = findFigure(scene.book, { company: scene.company, metric, slot })
    const text = figure && `${metric.name} ${writeMillions(figure.value)}`
    return figure && text ? { value: figure.value, text, power: 1, figures: [figure] } : undefined
  }
  if (expression.kind === 'operation') {
    const [left, right] = [calculate(expression.left, scene), calculate(expression.right, scene)]
    return left && right && combine(left, expression.sign, right)
  }
  const [first = scene.year - 1, last = scene.year] = expression.years
  const ends = [first, last].map(year => calculate(expression.of, { ...scene, year }))
  if (expression.kind === 'average') return averageOf(ends)
  const [before, now] = ends
  return before && now && combine(now, '−', before)
}

function averageOf(results: readonly (Result | undefined)[]): Result | undefined {
  const known = results.filter(one => one !== undefined)
  const [first] = known
  if (!first || known.length < results.length) return undefined
  const value = divide(known.map(one => one.value).reduce(add), rational(String(known.length)))
  const text = `average of ${known.map(one => one.text).join(' and ')}`
  return value && { value, text, power: first.power, figures: known.flatMap(one => one.figures) }
}

function combine(left: Result, sign: Sign, right: Result): Result | undefined {
  const isSum = sign === '+' || sign === '−'
  const value = apply(left.value, sign, right.value)
  if (!value || (isSum && left.power !== right.power)) return undefined
  const power = isSum ? 0 : sign === '×' ? right.power : -right.power
  return {
    value,
    text: `${left.text} ${sign} ${/ [+−×÷] /.test(right.text) ? `(${right.text})` : right.text}`,
    power: left.power + power,
    figures: [...left.figures, ...right.figures],
  }
}

function apply(left: Rational, sign: Sign, right: Rational): Rational | undefined {
  if (sign === '+') return add(left, right)
  if (sign === '−') return subtract(left, right)
  if (sign === '÷') return divide(left, right)
  return { over: left.over * right.over, under: left.under * right.under }
}

function writeMillions(value: Rational): string {
  const { over, under } = times(value, MILLIONTH)
  return writeDecimal({ over, under }, over % under === 0n ? 0 : MOST_DECIMALS)
}
