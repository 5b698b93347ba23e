import type { Effort } from '../budgets.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { list, say } from '../text/say.ts'
import { type Answer, nameUncertain } from './answer-query.ts'
import { sayName } from './companies/company-names.ts'
import { profileOf } from './company-profile.ts'
import { signOf, toNumber } from './decimal.ts'
import { YEARS } from './describe-figures.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findBefore } from './look-up.ts'
import { metricOf } from './metrics.ts'
import {
  amountWhen,
  gainOrLoss,
  nameOwner,
  type Phrase,
  state,
  type Voice,
  verbOf,
  when,
} from './statements/say.ts'
import { stateAnnualRate, stateChange, stateFigure } from './statements/state-figures.ts'

export interface ProfileScene {
  readonly book: FactBook
  readonly voice: Voice
  readonly effort: Effort
  /** True if nothing else is asked for. */
  readonly isAlone: boolean
}

const GROWTH = 'growth'
/** Of the opening, those that no section tells. */
const MOST_OPENING = 3
const LATER = ['revenue', 'net-income', 'free-cash-flow'].map(metricOf)

/** Says how a company stands, in a few sentences or, at the higher efforts, in sections. */
export function answerOverview(company: Company, { book, voice, effort }: ProfileScene): Answer {
  const profile = profileOf(book, company)
  const name = sayName(company)
  if (!profile) return { statements: [], figures: [], missing: [`${name}: figures of a year`] }
  const isLite = effort === 'lite'
  const isLong = !isLite && effort !== 'standard'
  const { opening, sections, choose, series } = profile
  const found = opening.flatMap(ids => choose(ids) ?? [])
  const most = new Set(opening.slice(0, MOST_OPENING).flat())
  const told = isLite
    ? [...found.slice(0, 2), ...found.slice(2).slice(-1)]
    : found.filter(({ metric: { id } }) => !isLong || most.has(id))
  const measures = profile.measures()
  const later = LATER.flatMap(one => (measures.has(one) ? (profile.later(one) ?? []) : []))
  const newer = isLite ? undefined : sayLater(later, voice)
  const lead = told.map(one => stateFigure(withoutTold(one, told), voice, findBefore(book, one)))
  if (newer) lead.push(state(newer, voice))
  const details = Object.entries(isLong ? sections : {}).flatMap(([heading, ids]) => {
    const figures = ids
      .flatMap(id => choose([id]) ?? [])
      .filter(one => isTelling(one, findBefore(book, one)))
    const together = sayTogether(figures, book, voice)
    const own =
      heading === GROWTH
        ? figures.flatMap(one => sayCourse(series(one.metric, YEARS.deep), voice) ?? [])
        : together
          ? [state(together, voice)]
          : []
    return withPronouns(own, company).map(one => ({ ...one, about: [`${name}: ${heading}`] }))
  })
  return {
    statements: [
      ...withPronouns(lead, company).map(one => (isLong ? { ...one, about: [] } : one)),
      ...details,
    ],
    // From there on, tables of key figures have the others.
    figures:
      effort === 'deep'
        ? [...measures].flatMap(one => series(one, YEARS.deep))
        : found.filter(({ metric }) => !isLong || metric.kind !== 'balance'),
    missing: nameUncertain(found, book),
  }
}

/** "Its", "It", from the second sentence on. */
function withPronouns(statements: readonly Statement[], company: Company): Statement[] {
  const names = [
    ['Its', `${nameOwner({ company })} `],
    ['It', `${sayName(company)} `],
  ] as const
  return statements.map((one, at) => {
    const [pronoun, name = ''] = names.find(([, name]) => at > 0 && one.text.startsWith(name)) ?? []
    return pronoun ? { ...one, text: `${pronoun} ${one.text.slice(name.length)}` } : one
  })
}

/** A figure without its formula, if the answer has both of its parts. */
function withoutTold(figure: Figure, told: readonly Figure[]): Figure {
  const { terms = [], ...bare } = figure
  const isTold = terms.every(one => told.some(({ metric }) => metric === one.figure.metric))
  return isTold ? bare : figure
}

/** False for a payout that there never was, and for a share of next to nothing. */
function isTelling(
  { metric: { mostTelling = Infinity }, value }: Figure,
  before?: Figure,
): boolean {
  const isNone = [value, before?.value ?? value].every(one => signOf(one) === 0)
  return !isNone && toNumber(value) <= mostTelling
}

/** How a figure moved over the years, at a rate if it has one. */
function sayCourse(figures: readonly Figure[], voice: Voice): Statement | undefined {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last || figures.length < 3) return undefined
  return stateAnnualRate(first, last, voice, figures) ?? stateChange(first, last, voice, figures)
}

/** "Intel's gross margin was 34.8% in 2025 (32.7% a year before), operating margin −4.2% (−22.0%) and …". */
function sayTogether(figures: readonly Figure[], book: FactBook, voice: Voice): Phrase | undefined {
  const [first] = figures
  if (!first) return undefined
  const said = figures.map((one, at): Phrase => {
    const before = findBefore(book, one)
    const was = before && say` (${gainOrLoss(before)}${at === 0 ? ' a year before' : ''})`
    return at === 0
      ? say`${one.metric.name} ${verbOf(one)} ${amountWhen(one, voice)}${was}`
      : say`${one.metric.name} ${gainOrLoss(one)}${was}`
  })
  return say`${nameOwner(first)} ${list(said)}`
}

/** "In the 12 months to 27 June 2026, revenue was $57.0 billion and net income a loss of $11.3 billion". */
export function sayLater(
  figures: readonly Figure[],
  voice: Voice,
  notes?: ReadonlyMap<Figure, string>,
): Phrase | undefined {
  const [last] = figures.toSorted((a, b) => b.period.end.localeCompare(a.period.end))
  const said = figures
    .filter(({ period }) => period.end === last?.period.end)
    .map((one, at) => {
      const verb = at > 0 ? '' : `${verbOf(one)} `
      return say`${one.metric.name} ${verb}${gainOrLoss(one)}${notes?.get(one)}`
    })
  return last && say`${when(last, voice)}, ${list(said)}`
}
