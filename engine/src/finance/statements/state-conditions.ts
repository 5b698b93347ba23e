import type { Statement } from '../../evidence/statement.ts'
import { rational } from '../../tables/rational.ts'
import { list, say } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { compare, signOf, toNumber } from '../decimal.ts'
import type { Figure } from '../figure.ts'
import { isQuotient } from '../metrics.ts'
import { type Condition, isMet } from '../question/read-conditions.ts'
import { roundAmount } from '../write-amount.ts'
import { amount, amountWhen, deedOf, type Phrase, state, type Voice, when } from './say.ts'

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
  const sayOne = (one: Figure) => say`${sayName(one.company)} with ${amountWhen(one, voice)}`
  const isFit = ({ value }: Figure) => isMet(condition, toNumber(value))
  const deed = say`had ${sayCondition(condition, first)}`
  return stateFit(figures, { isFit, sayOne, deed, isNamed: true }, voice)
}

/** "2 of the 3 made a loss: Intel lost …; Nike earned …", or "none of the 3 made a loss: …". */
export function stateResults(
  figures: readonly Figure[],
  result: 'loss' | 'profit',
  voice: Voice,
): Statement {
  const sign = result === 'loss' ? -1 : 1
  const sayOne = (one: Figure) =>
    say`${sayName(one.company)} ${deedOf(one) ?? say`had ${amount(one)}`} ${when(one, voice)}`
  const isFit = ({ value }: Figure) => signOf(value) === sign
  const inOrder = sign < 0 ? { isLow: true } : {}
  return stateFit(figures, { isFit, sayOne, deed: say`made a ${result}`, ...inOrder }, voice)
}

interface Fit {
  isFit(figure: Figure): boolean
  sayOne(figure: Figure): Phrase
  readonly deed: Phrase
  /** True if the rest are called the others. */
  readonly isNamed?: boolean
  /** True if the lowest comes first. */
  readonly isLow?: boolean
}

function stateFit(
  figures: readonly Figure[],
  { isFit, sayOne, deed, isNamed = false, isLow = false }: Fit,
  voice: Voice,
): Statement {
  const ranked = figures.toSorted((a, b) => (isLow ? 1 : -1) * compare(a.value, b.value))
  const [met, others] = [ranked.filter(isFit), ranked.filter(one => !isFit(one))]
  const sayAll = (some: readonly Figure[]) => list(some.map(sayOne))
  const before = !isNamed ? '' : others.length > 1 ? 'the others are ' : 'the other is '
  const rest = met.length > 0 && others.length > 0 ? say`; ${before}${sayAll(others)}` : ''
  return state(
    say`${countOf(met.length, figures.length)} ${deed}: ${sayAll(met.length > 0 ? met : others)}${rest}`,
    voice,
  )
}

/** "all 7", "3 of the 7", "none of the 7". */
function countOf(some: number, all: number): Phrase {
  if (some === all) return say`all ${all}`
  return some === 0 ? say`none of the ${all}` : say`${some} of the ${all}`
}
