import type { ReportedFigures } from '../../evidence/finding.ts'
import type { Company } from '../../search/company-fact.ts'
import { add, divide, type Rational, rational, subtract } from '../../tables/rational.ts'
import { toNumber, writeDecimal } from '../decimal.ts'
import { findMentions } from '../edgar/find-companies.ts'
import { sayName } from '../edgar/name-words.ts'
import type { FactBook } from '../fact-book.ts'
import type { Figure } from '../figure.ts'
import { findFigure } from '../find-figure.ts'
import { type Phrase, state, type Voice } from '../statements/say.ts'
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

const MILLION = rational('1000000')
const LOOSE: ReadonlySet<Sign> = new Set(['+', '−'])

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
  const result = evaluate(defined, { book, company })
  if (!result || result.power > 1 || result.power < 0) return undefined
  return {
    statements: [state(phraseOf(result, { defined, company }), voice)],
    conflicts: [],
    answered: [question],
    missing: [],
  }
}

interface Scene {
  readonly book: FactBook
  readonly company: Company
}

function evaluate({ expression, year, over }: Defined, scene: Scene): Result | undefined {
  if (!over) return calculate(expression, { ...scene, year })
  return averageOf(over.map(one => calculate(expression, { ...scene, year: one })))
}

function phraseOf(
  { value, text, power, figures }: Result,
  { defined, company }: { readonly defined: Defined; readonly company: Company },
): Phrase {
  const { name, year, over, isPercent, decimals } = defined
  const isShare = isPercent && power === 0
  const shown = isShare ? times(value, 100) : power === 1 ? scaled(value) : value
  const number = writeDecimal(shown, power === 1 ? 0 : decimals)
  const written = power === 1 ? `$${number} million` : isShare ? `${number}%` : number
  const owner = sayName(company)
  const when = over ? `over fiscal ${over[0]} to ${over.at(-1)}` : `in fiscal ${year}`
  const shownNumbers = Array.from(text.matchAll(/[\d,]+(?:\.\d+)?/g), ([one]) =>
    Number(one.replaceAll(',', '')),
  )
  return {
    text: `${owner}${owner.endsWith('s') ? "'" : "'s"} ${name} ${when} was ${written}: ${text}, in millions`,
    numbers: [toNumber(shown, decimals), toNumber(value), ...shownNumbers, year, ...(over ?? [])],
    sources: figures,
  }
}

function calculate(
  expression: Expression,
  scene: Scene & { readonly year: number },
): Result | undefined {
  switch (expression.kind) {
    case 'number':
      return { value: rational(expression.value), text: expression.value, power: 0, figures: [] }
    case 'metric': {
      const { metric, year = scene.year } = expression
      const slot = { kind: 'fiscal', year, part: 'year' } as const
      const figure = findFigure(scene.book, { company: scene.company, metric, slot })
      if (!figure) return undefined
      const text = `${metric.name} ${writeMillions(figure.value)}`
      return { value: figure.value, text, power: 1, figures: [figure] }
    }
    case 'average': {
      const [first = scene.year - 1, last = scene.year] = expression.years
      return averageOf([first, last].map(year => calculate(expression.of, { ...scene, year })))
    }
    case 'change': {
      const [first = scene.year - 1, last = scene.year] = expression.years
      const [before, now] = [first, last].map(year => calculate(expression.of, { ...scene, year }))
      return before && now && combine(now, '−', before)
    }
    case 'operation': {
      const left = calculate(expression.left, scene)
      const right = calculate(expression.right, scene)
      return left && right && combine(left, expression.sign, right)
    }
  }
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
  const isSum = LOOSE.has(sign)
  if (isSum && left.power !== right.power) return undefined
  const value = apply(left.value, sign, right.value)
  return (
    value && {
      value,
      text: `${left.text} ${sign} ${/ [+−×÷] /.test(right.text) ? `(${right.text})` : right.text}`,
      power: isSum
        ? left.power
        : sign === '×'
          ? left.power + right.power
          : left.power - right.power,
      figures: [...left.figures, ...right.figures],
    }
  )
}

function apply(left: Rational, sign: Sign, right: Rational): Rational | undefined {
  if (sign === '+') return add(left, right)
  if (sign === '−') return subtract(left, right)
  if (sign === '÷') return divide(left, right)
  return { over: left.over * right.over, under: left.under * right.under }
}

function times(value: Rational, factor: number): Rational {
  return { over: value.over * BigInt(factor), under: value.under }
}

function scaled(value: Rational): Rational {
  return divide(value, MILLION) ?? value
}

function writeMillions(value: Rational): string {
  const millions = scaled(value)
  return writeDecimal(millions, millions.over % millions.under === 0n ? 0 : 3)
}
