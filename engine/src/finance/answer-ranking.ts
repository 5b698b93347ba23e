import type { ReportedFigures } from '../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { Company } from '../search/company-fact.ts'
import { rational } from '../tables/rational.ts'
import { compare } from './decimal.ts'
import { sayName } from './edgar/name-words.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure } from './find-figure.ts'
import type { Metric } from './metrics.ts'
import { calendarYearOf, sayDate } from './period.ts'
import type { CompanyRanking } from './question/read-ranking.ts'
import { capital, joinAnd, sayFiled, type Voice } from './statements/say.ts'
import { type Growth, growthOf } from './statements/state-change.ts'
import { stateFigures } from './statements/state-figures.ts'

interface Entry {
  readonly company: Company
  /** The figure to rank by, or both ends of the growth. */
  readonly figures: readonly Figure[]
  readonly growth?: Growth
}

/** How many runners-up the sentence names; the table has the others. */
const MOST_NAMED = 4
/** 18 months, in which every company that still files has ended a year. */
const LONG_PAST_MS = 548 * 24 * 60 * 60 * 1_000

/** Ranks all companies that report a figure, and states how many there are. */
export function answerRanking(
  book: FactBook,
  ranking: CompanyRanking,
  { voice, question }: { readonly voice: Voice; readonly question: string },
): ReportedFigures {
  const all = ranking.isYearNamed ? entriesFor(book, ranking, ranking.years) : latest(book, ranking)
  const { threshold, direction, count, metric } = ranking
  const sign = direction === 'highest' ? -1 : 1
  const ranked = all
    .filter(({ figures: [only] }) => {
      if (!threshold || !only) return true
      return sign * compare(only.value, rational(String(threshold.value))) < 0
    })
    .toSorted((a, b) => sign * byRank(a, b))
  const missing = all.length === 0 ? [`${capital(metric.name)} of ${ranking.scope}`] : []
  const [first] = ranked
  const shown = ranked.slice(0, count)
  const statements =
    all.length === 0 || !first ? [] : [state(shown, { ranking, all, voice, total: ranked.length })]
  return {
    statements,
    ...(shown.length > 1 && { table: tabulate(shown, voice) }),
    conflicts: [],
    answered: statements.length > 0 ? [question] : [],
    missing,
  }
}

/** By each company's own latest year, unless it is long past. */
function latest(book: FactBook, ranking: CompanyRanking): Entry[] {
  const { metric, calendarYear, isGrowth, since } = ranking
  const found = book.companies.flatMap(company => {
    const year = ranking.years
      .toSorted((a, b) => b - a)
      .find(one => {
        const figure = findAnnual(book, { company, metric, year: one })
        const isMeant =
          calendarYear === undefined ||
          calendarYear === calendarYearOf(figure?.period ?? { end: '' })
        return figure && isMeant
      })
    if (year === undefined || year === since) return []
    return entryFor(book, {
      company,
      ranking,
      years: isGrowth ? [since ?? year - 1, year] : [year],
    })
  })
  const endOf = ({ figures }: Entry) => Date.parse(figures.at(-1)?.period.end ?? '')
  const newest = Math.max(...found.map(endOf))
  return found.filter(entry => newest - endOf(entry) <= LONG_PAST_MS)
}

function entriesFor(book: FactBook, ranking: CompanyRanking, years: readonly number[]): Entry[] {
  return book.companies.flatMap(company => entryFor(book, { company, ranking, years }))
}

function entryFor(
  book: FactBook,
  {
    company,
    ranking: { metric, isGrowth },
    years,
  }: {
    readonly company: Company
    readonly ranking: CompanyRanking
    readonly years: readonly number[]
  },
): Entry[] {
  const figures = years.flatMap(year => findAnnual(book, { company, metric, year }) ?? [])
  const [from, to] = figures
  if (!isGrowth) return from && isComparable(from) ? [{ company, figures: [from] }] : []
  const growth = from && to && growthOf(from, to)
  return growth ? [{ company, figures, growth }] : []
}

function findAnnual(
  book: FactBook,
  { company, metric, year }: { company: Company; metric: Metric; year: number },
): Figure | undefined {
  return findFigure(book, { company, metric, slot: { kind: 'fiscal', year, part: 'year' } })
}

/** Amounts in other currencies cannot be ranked. */
function isComparable({ unit }: Figure): boolean {
  return !/^[A-Z]{3}/.test(unit) || unit.startsWith('USD')
}

function byRank(a: Entry, b: Entry): number {
  if (a.growth && b.growth) return a.growth.percent - b.growth.percent
  const [one, other] = [a.figures[0], b.figures[0]]
  return one && other ? compare(one.value, other.value) : 0
}

function state(
  shown: readonly Entry[],
  {
    ranking,
    all,
    voice,
    total,
  }: {
    readonly ranking: CompanyRanking
    readonly all: readonly Entry[]
    readonly voice: Voice
    readonly total: number
  },
): Statement {
  const { metric, isGrowth, direction, threshold, scope } = ranking
  const [first, ...rest] = shown
  if (!first) throw new Error('a ranking needs an entry')
  const named = rest.slice(0, threshold ? rest.length : MOST_NAMED)
  const figures = [first, ...named].flatMap(entry => entry.figures)
  const years = [...new Set(figures.map(({ period }) => period.fiscalYear))]
  const when = sayYears(ranking, years)
  const among = `the ${all.length} ${scope} whose filings here give it`
  const others = joinAnd(named.map(entry => `${sayName(entry.company)} with ${sayEntry(entry)}`))
  const followed = named.length > 0 ? `, followed by ${others}` : ''
  const what = isGrowth ? `growth of ${metric.name}` : metric.name
  const text = threshold
    ? `${total} of ${among.replace(/^the /, 'the ')} had ${metric.name} ${threshold.text} ${when}: ${joinAnd([first, ...named].map(entry => `${sayName(entry.company)} with ${sayEntry(entry)}`))}${sayFiled(figures, voice)}.`
    : `${sayName(first.company)} had the ${direction} ${what} ${when} among ${among}: ${sayEntry(first)}${followed}${sayFiled(figures, voice)}.`
  const { calendarYear, since } = ranking
  const askedYears = [calendarYear, since].filter(year => year !== undefined)
  const numbers = [all.length, total, threshold?.value ?? all.length, ...years, ...askedYears]
  const growth = [first, ...named].flatMap(entry => entry.growth?.computed ?? [])
  const statement = stateFigures(text, figures, voice, [...numbers, ...growth])
  const members = voice.cite(ranking.memberships([first, ...named].map(({ company }) => company)))
  return { ...statement, evidence: [...statement.evidence, ...members] }
}

function sayYears(
  { metric, isGrowth, isYearNamed, calendarYear, since }: CompanyRanking,
  years: readonly number[],
): string {
  const sorted = years.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const at = metric.kind === 'balance' ? 'at the end of' : 'in'
  if (isYearNamed)
    return isGrowth ? `from fiscal year ${first} to ${last}` : `${at} fiscal year ${first}`
  const own =
    calendarYear === undefined
      ? `the latest fiscal year of each`
      : `the fiscal year of each that covers most of ${calendarYear}`
  if (isGrowth) return `from ${since ? `fiscal year ${since}` : 'the year before'} to ${own}`
  const named =
    sorted.length > 1 ? `fiscal years ${joinAnd(sorted.map(String))}` : `fiscal year ${first}`
  return `${at} ${own} (${named})`
}

/** "93,736 million USD (to 28 September 2024)". */
function sayEntry({ figures, growth }: Entry): string {
  const [from, to] = figures
  if (growth && from && to)
    return `${growth.percent < 0 ? '−' : ''}${growth.text} (${from.text} to ${to.text}, year to ${sayDate(to.period.end)})`
  return from ? `${from.text} (${sayEnd(from)})` : ''
}

function sayEnd({ period }: Figure): string {
  return `${period.start === undefined ? 'as of' : 'to'} ${sayDate(period.end)}`
}

function tabulate(shown: readonly Entry[], { cite }: Voice): ComparisonTable {
  const [first] = shown
  const name = capital(first?.figures[0]?.metric.name ?? '')
  const isGrowth = first?.growth !== undefined
  return {
    columns: ['', ...(isGrowth ? ['Growth', 'From', 'To'] : [name]), 'Period'],
    rows: shown.map(({ company, figures, growth }, at) => {
      const evidence = cite(figures.flatMap(({ facts }) => facts.map(({ fact }) => fact)))
      const computed = [
        ...(growth?.computed ?? []),
        ...figures.flatMap(figure => figure.computed),
        ...figures.map(({ period }) => period.fiscalYear),
      ]
      const cell = (text: string) => ({ text, evidence, isVerbatim: false, computed })
      const last = figures.at(-1)
      return {
        label: `${at + 1}. ${sayName(company)}`,
        cells: [
          ...(growth ? [cell(`${growth.percent < 0 ? '−' : ''}${growth.text}`)] : []),
          ...figures.map(({ text }) => cell(text)),
          last && cell(`fiscal year ${last.period.fiscalYear}, ${sayEnd(last)}`),
        ],
      }
    }),
  }
}
