import type { ReportedFigures } from '../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { rational } from '../tables/rational.ts'
import { capital, list, say } from '../text/say.ts'
import { compare, signOf, toNumber } from './decimal.ts'
import { sayName } from './edgar/name-words.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries } from './find-figure.ts'
import { calendarYearOf, daysApart, isCalendar, sayDate } from './period.ts'
import type { CompanyRanking } from './question/read-ranking.ts'
import { type Growth, growthOf } from './statements/growth.ts'
import { amount, type Phrase, state, type Voice } from './statements/say.ts'
import { cellOf, nameFilings, sayEnd } from './statements/tabulate-figures.ts'
import { exactAmount } from './write-amount.ts'

interface Entry {
  readonly company: Company
  /** The figure to rank by, or both ends of the growth. */
  readonly figures: readonly Figure[]
  readonly growth?: Growth
}

/** How many runners-up the sentence names; the table has the others. */
const MOST_NAMED = 4
/** 18 months, in which every company that still files has ended a year. */
const LONG_PAST_DAYS = 548

/** Ranks all companies that report a figure, and says how many there are. */
export function answerRanking(
  book: FactBook,
  ranking: CompanyRanking,
  { voice, question }: { readonly voice: Voice; readonly question: string },
): ReportedFigures {
  const { threshold, direction, count, metric, focus, isOfLosses } = ranking
  const all = ranking.isYearNamed
    ? book.companies.flatMap(company => entryFor(book, company, ranking, ranking.years))
    : latest(book, ranking)
  const sign = direction === 'highest' ? -1 : 1
  const ranked = all
    .filter(({ figures: [only] }) => {
      if (!only || (isOfLosses && signOf(only.value) >= 0)) return false
      return !threshold || sign * compare(only.value, rational(String(threshold.value))) < 0
    })
    .toSorted((a, b) => sign * byRank(a, b))
  const place = ranked.findIndex(({ company }) => company.cik === focus?.cik)
  const shown = ranked.slice(0, count)
  const isAnswered = shown.length > 0 && (!focus || place >= 0)
  const said = { ranking, all, voice, total: ranked.length }
  const focused = ranked[place]
  const statements = !isAnswered
    ? []
    : [focused ? stateFocus(focused, place + 1, shown, said) : stateRanking(shown, said)]
  const listed = focused && place >= count ? [...shown, focused] : shown
  return {
    statements,
    ...(isAnswered && { table: tabulate(listed, ranked, voice) }),
    conflicts: [],
    answered: isAnswered ? [question] : [],
    missing: isAnswered
      ? []
      : [`${focus ? sayName(focus) : 'Companies'}: ranking by ${metric.name}`],
  }
}

/** By each company's own latest year, unless it is long past. */
function latest(book: FactBook, ranking: CompanyRanking): Entry[] {
  const { calendarYear, isGrowth, since } = ranking
  const found = book.companies.flatMap(company => {
    const year = ranking.years
      .toSorted((a, b) => b - a)
      .find(one => {
        const figure = findAnnual(book, company, ranking, one)
        return (
          figure &&
          (calendarYear ?? calendarYearOf(figure.period)) === calendarYearOf(figure.period)
        )
      })
    if (year === undefined || year === since) return []
    return entryFor(book, company, ranking, isGrowth ? [since ?? year - 1, year] : [year])
  })
  const endOf = ({ figures }: Entry) => figures.at(-1)?.period.end ?? ''
  const newest = found.map(endOf).sort().at(-1) ?? ''
  return found.filter(entry => daysApart(newest, endOf(entry)) <= LONG_PAST_DAYS)
}

function entryFor(
  book: FactBook,
  company: Company,
  ranking: CompanyRanking,
  years: readonly number[],
): Entry[] {
  const { metric, isGrowth } = ranking
  const slots = years.map(year => ({ kind: 'fiscal', year, part: 'year' }) as const)
  const figures = findSeries(book, { company, metric, slots }).filter(one => one !== undefined)
  const [from, to] = figures
  // Amounts in other currencies cannot be ranked.
  const isForeign = from && /^[A-Z]{3}/.test(from.unit) && !from.unit.startsWith('USD')
  // A margin above the whole means that the filings give only a part of the revenue.
  const isPartial = metric.id.endsWith('margin') && from && toNumber(from.value) > 100
  if (!from || isForeign || isPartial) return []
  if (!isGrowth) return [{ company, figures: [from] }]
  const growth = to && isOneConcept(from, to) ? growthOf(from, to) : undefined
  return growth ? [{ company, figures, growth }] : []
}

/** Two concepts may count differently, which would look like growth. */
function isOneConcept(from: Figure, to: Figure): boolean {
  const [one, other] = [from, to].map(({ facts }) => facts.map(({ fact }) => fact.concept).join())
  return one === other
}

function findAnnual(book: FactBook, company: Company, { metric }: CompanyRanking, year: number) {
  return findFigure(book, { company, metric, slot: { kind: 'fiscal', year, part: 'year' } })
}

function byRank(a: Entry, b: Entry): number {
  if (a.growth && b.growth) return a.growth.percent - b.growth.percent
  const [one, other] = [a.figures[0], b.figures[0]]
  return one && other ? compare(one.value, other.value) : 0
}

interface Said {
  readonly ranking: CompanyRanking
  readonly all: readonly Entry[]
  readonly voice: Voice
  readonly total: number
}

function stateRanking(shown: readonly Entry[], said: Said): Statement {
  const { ranking, all, voice, total } = said
  const { threshold } = ranking
  const [first, ...rest] = shown
  if (!first) throw new Error('a ranking needs an entry')
  const named = rest.slice(0, threshold ? rest.length : MOST_NAMED)
  const among = say`the ${all.length} ${ranking.scope} whose filings here give it`
  const entries = [first, ...named]
  const when = sayYears(ranking, entries)
  if (threshold) {
    const listed = list(
      entries.map(entry => say`${sayName(entry.company)} with ${sayEntry(entry, voice)}`),
    )
    const limit = { ...say`${threshold.text}`, numbers: [threshold.value] }
    return cited(
      say`${total} of ${among} had ${ranking.metric.name} ${limit} ${when}: ${listed}`,
      entries,
      said,
    )
  }
  const others = named.map(entry => say`${sayName(entry.company)} with ${sayEntry(entry, voice)}`)
  const followed = others.length > 0 ? say`, followed by ${list(others)}` : undefined
  return cited(
    say`${sayName(first.company)} had the ${nameBest(ranking, first)} ${when} among ${among}: ${sayEntry(first, voice)}${followed}`,
    entries,
    said,
  )
}

function stateFocus(entry: Entry, place: number, shown: readonly Entry[], said: Said): Statement {
  const { ranking, voice, total } = said
  const ahead = shown.filter(one => one !== entry).slice(0, MOST_NAMED)
  const when = sayYears(ranking, [entry, ...ahead])
  const metric = ranking.isGrowth ? `growth of ${ranking.metric.name}` : ranking.metric.name
  const others = list(ahead.map(one => say`${sayName(one.company)} with ${sayEntry(one, voice)}`))
  const order = ranking.direction === 'highest' ? '' : ', lowest first,'
  return cited(
    say`${sayName(entry.company)} ranked number ${place} of the ${total} ${ranking.scope} whose filings here give ${metric} ${when}${order}: ${sayEntry(entry, voice)}; the list has ${others}`,
    [entry, ...ahead],
    said,
  )
}

/** "highest revenue", "largest net loss", "steepest decline in revenue". */
function nameBest(
  { metric, direction, isGrowth, isOfLosses }: CompanyRanking,
  first: Entry,
): string {
  if (isOfLosses) return `${direction === 'lowest' ? 'largest' : 'smallest'} net loss`
  if (!isGrowth) return `${direction} ${metric.name}`
  const isDecline = direction === 'lowest' && (first.growth?.percent ?? 0) < 0
  return `${isDecline ? 'steepest decline in' : `${direction} growth of`} ${metric.name}`
}

/** Cites the lines that put the companies into the scope as well. */
function cited(phrase: Phrase, entries: readonly Entry[], { ranking, voice }: Said): Statement {
  const statement = state(phrase, voice)
  const members = voice.cite(ranking.memberships(entries.map(({ company }) => company)))
  return { ...statement, evidence: [...statement.evidence, ...members] }
}

function sayYears(ranking: CompanyRanking, entries: readonly Entry[]): Phrase {
  const { metric, isGrowth, isYearNamed, calendarYear, since } = ranking
  const years = entries.flatMap(({ figures }) => figures.map(({ period }) => period.fiscalYear))
  const sorted = [...new Set(years)].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const at = metric.kind === 'balance' ? 'at the end of' : 'in'
  if (isYearNamed)
    return isGrowth ? say`from fiscal ${first} to fiscal ${last}` : say`${at} fiscal ${first}`
  const own = calendarYear
    ? say`the fiscal year of each that covers most of ${calendarYear}`
    : say`the latest fiscal year of each`
  if (!isGrowth) return say`${at} ${own}`
  return since ? say`from fiscal ${since} to ${own}` : say`from the year before to ${own}`
}

/** "$93.7 billion (year to 28 September 2024)". */
function sayEntry({ figures, growth }: Entry, voice: Voice): Phrase {
  const [from, to] = figures
  if (growth && from && to)
    return say`${growth.percent < 0 ? '−' : ''}${growth.size} (from ${amount(from, voice)} to ${amount(to, voice)}, year to ${sayDate(to.period.end)})`
  if (!from) return say``
  if (isCalendar(from.period) && from.period.start) return amount(from, voice)
  return say`${amount(from, voice)} (${from.period.start ? 'year ' : ''}${sayEnd(from)})`
}

function tabulate(
  shown: readonly Entry[],
  ranked: readonly Entry[],
  { cite }: Voice,
): ComparisonTable {
  const [first] = shown
  const name = capital(first?.figures[0]?.metric.name ?? '')
  return {
    columns: ['', ...(first?.growth ? ['Growth', 'From', 'To'] : [name]), 'Year', 'Filing'],
    rows: shown.flatMap(entry => {
      const { company, figures, growth } = entry
      const last = figures.at(-1)
      if (!last) return []
      const cell = (text: string, figure = last) => {
        const made = cellOf(figure, text, cite)
        return { ...made, computed: [...(made.computed ?? []), growth?.percent ?? 0] }
      }
      const percent = growth && `${growth.percent < 0 ? '−' : ''}${growth.size.text}`
      return [
        {
          label: `${ranked.indexOf(entry) + 1}. ${sayName(company)}`,
          cells: [
            ...(percent ? [cell(percent)] : []),
            ...figures.map(figure => cell(exactAmount(figure), figure)),
            cell(`Fiscal ${last.period.fiscalYear}, ${sayEnd(last)}`),
            cell(nameFilings(last)),
          ],
        },
      ]
    }),
  }
}
