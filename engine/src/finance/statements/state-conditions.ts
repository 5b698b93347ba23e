import type { Statement } from '../../evidence/statement.ts'
import { rational } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, toNumber } from '../decimal.ts'
import type { Figure } from '../figure.ts'
import { isQuotient } from '../metrics.ts'
import { type Condition, isMet } from '../question/read-conditions.ts'
import { roundAmount } from '../write-amount.ts'
import { amountWhen, type Phrase, state, type Voice } from './say.ts'

/** "a net margin above 15%", "revenue of at least $20 billion". */
export function sayCondition(
  condition: Omit<Condition, 'start' | 'end'>,
  figure: Pick<Figure, 'unit'>,
): Phrase {
  const { metric, isGrowth, limit, value, to } = condition
  const unit = isGrowth ? 'percent' : figure.unit
  const sayLimit = (one: number) => ({
    ...say`${roundAmount({ value: rational(String(one)), unit }).replace(/\.0+(?!\d)/, '')}`,
    numbers: [one],
  })
  const name = isGrowth ? `growth of ${metric.name}` : metric.name
  const article = !isQuotient(metric) || metric.isPlural ? '' : /^[aeiou]/.test(name) ? 'an ' : 'a '
  const upper = to === undefined ? '' : say` and ${sayLimit(to)}`
  return say`${article}${name} ${limit} ${sayLimit(value)}${upper}`
}

/** "3 of the 7 had net income above $2 billion: Oneok with …; the others are …". */
export function stateMet(
  figures: readonly Figure[],
  condition: Condition,
  voice: Voice,
): Statement | undefined {
  const [first] = figures
  if (!first || figures.some(({ unit }) => unit !== first.unit)) return undefined
  const ranked = figures.toSorted((a, b) => compare(b.value, a.value))
  const met = ranked.filter(({ value }) => isMet(condition, toNumber(value)))
  const others = ranked.filter(one => !met.includes(one))
  const sayAll = (some: readonly Figure[]) =>
    list(some.map(one => say`${sayName(one.company)} with ${amountWhen(one, voice)}`))
  const count = countOf(met.length, figures.length)
  const rest = met.length > 0 && others.length > 0 ? say`; the others are ${sayAll(others)}` : ''
  return state(
    say`${count} had ${sayCondition(condition, first)}: ${sayAll(met.length > 0 ? met : others)}${rest}`,
    voice,
  )
}

/** "all 7", "3 of the 7", "none of the 7". */
export function countOf(some: number, all: number): Phrase {
  if (some === all) return say`all ${all}`
  return some === 0 ? say`none of the ${all}` : say`${some} of the ${all}`
}
