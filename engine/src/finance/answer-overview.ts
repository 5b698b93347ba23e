import type { Effort } from '../budgets.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { list, say } from '../text/say.ts'
import type { Answer } from './answer-query.ts'
import { sayName } from './companies/company-names.ts'
import { type CompanyYears, profileOf } from './company-profile.ts'
import { signOf, toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure } from './find-figure.ts'
import { findBefore } from './look-up.ts'
import { type Metric, metricOf } from './metrics.ts'
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
}

const GROWTH = 'growth'
/** Of the opening, those that no section tells. */
const MOST_OPENING = 3
const YEARS = 5
const NEWER = ['revenue', 'net-income', 'free-cash-flow'].map(metricOf)

/** Says how a company stands, in a few sentences or, at the higher efforts, in sections. */
export function answerOverview(company: Company, { book, voice, effort }: ProfileScene): Answer {
  const profile = profileOf(book, company)
  if (!profile)
    return { statements: [], figures: [], missing: [`${sayName(company)}: figures of a year`] }
  const isLite = effort === 'lite'
  const isLong = !isLite && effort !== 'standard'
  const { opening, sections, choose, series } = profile
  const found = opening.flatMap(ids => choose(ids) ?? [])
  const told = isLite
    ? found.filter((_, at) => at < 2 || at === found.length - 1)
    : isLong
      ? found.filter(({ metric: { id } }) => opening.slice(0, MOST_OPENING).flat().includes(id))
      : found
  const later = NEWER.filter(({ id }) => isOf(profile, id)).flatMap(one =>
    findNewer(book, profile, one),
  )
  const newer = isLite ? undefined : sayNewer(later, voice)
  const lead = [
    ...told.map(one => stateFigure(withoutTold(one, told), voice, findBefore(book, one))),
    ...(newer ? [state(newer, voice)] : []),
  ].map((one, at) => (at > 0 ? withPronoun(one, company) : one))
  const parts = Object.entries(isLong ? sections : {}).map(([heading, ids]) => ({
    heading,
    figures: ids
      .flatMap(id => choose([id]) ?? [])
      .filter(one => isTelling(one, findBefore(book, one))),
  }))
  const details = parts.flatMap(({ heading, figures }): Statement[] => {
    const own =
      heading === GROWTH
        ? figures.flatMap(one => sayCourse(series(one.metric, YEARS), voice) ?? [])
        : [sayTogether(figures, book, voice)].flatMap(one => (one ? [state(one, voice)] : []))
    const about = [`${sayName(company)}: ${heading}`]
    return own.map((one, at) => ({ ...(at > 0 ? withPronoun(one, company) : one), about }))
  })
  const metrics = new Set([...found, ...parts.flatMap(one => one.figures)].map(one => one.metric))
  return {
    statements: [...lead.map(one => (isLong ? { ...one, about: [] } : one)), ...details],
    // From there on, tables of key figures have the others.
    figures:
      effort === 'deep'
        ? [...metrics].flatMap(one => series(one, YEARS))
        : found.filter(({ metric }) => !isLong || metric.kind !== 'balance'),
    missing: [],
  }
}

function isOf({ opening, sections }: CompanyYears, id: string): boolean {
  return [opening, Object.values(sections)].flat(2).includes(id)
}

/** "Its", "It", from the second sentence on. */
function withPronoun(statement: Statement, company: Company): Statement {
  const [owner, name] = [`${nameOwner({ company })} `, `${sayName(company)} `]
  const { text } = statement
  if (text.startsWith(owner)) return { ...statement, text: `Its ${text.slice(owner.length)}` }
  return text.startsWith(name) ? { ...statement, text: `It ${text.slice(name.length)}` } : statement
}

/** A figure without its formula, if both of its parts are told. */
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

/** The figure of the twelve months to a report that is newer than the year. */
export function findNewer(
  book: FactBook,
  { company, find }: CompanyYears,
  metric: Metric,
): Figure[] {
  const year = find(metric)
  const newer = findFigure(book, { company, metric, slot: { kind: 'trailing' } })
  return year && newer && newer.period.end > year.period.end ? [newer] : []
}

/** "In the 12 months to 27 June 2026, revenue was $57.0 billion and net income a loss of $11.3 billion". */
export function sayNewer(
  figures: readonly Figure[],
  voice: Voice,
  noteOf: (figure: Figure) => string | undefined = () => '',
): Phrase | undefined {
  const last = figures
    .map(({ period }) => period.end)
    .sort()
    .at(-1)
  const same = figures.filter(({ period }) => period.end === last)
  const [first] = same
  const said = same.map(
    (one, at) =>
      say`${one.metric.name} ${at > 0 ? '' : `${verbOf(one)} `}${gainOrLoss(one)}${noteOf(one)}`,
  )
  return first && say`${when(first, voice)}, ${list(said)}`
}
