import type { ReportedFigures } from '../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { ordinal } from '../facts/say-facts.ts'
import type { Company } from '../search/company-fact.ts'
import { capital, list, say } from '../text/say.ts'
import { toHeldValue } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findSeries } from './find-figure.ts'
import { allFigures } from './look-up.ts'
import { metricOf } from './metrics.ts'
import { daysApart, isCalendar, sayDate } from './period.ts'
import { isMet } from './question/read-conditions.ts'
import { type CompanyRanking, type GroupCount, LATEST } from './question/read-ranking.ts'
import { previousSlot, resolveSlots } from './slots.ts'
import {
  amount,
  type Growth,
  gainOrLoss,
  growthOf,
  type Phrase,
  state,
  type Voice,
} from './statements/say.ts'
import { sayCondition } from './statements/state-conditions.ts'
import { cellOf, MOST_EXACT, nameFilings, sayEnd } from './statements/tabulate-figures.ts'
import { exactAmount, tableAmount } from './write-amount.ts'

export interface Entry {
  readonly company: Company
  /** The figure to rank by, or both ends of the growth. */
  readonly figures: readonly [Figure, ...Figure[]]
  readonly growth?: Growth
  /** The company by its other conditions, in their order. */
  readonly others: readonly Entry[]
}

export interface Asked {
  readonly voice: Voice
  readonly question: string
  /** True if a long ranking becomes a list. */
  readonly isListed?: boolean
}

/** How many runners-up the sentence names; a list or the table has the others. */
const MOST_NAMED = 4
/** A list of no more companies names all of them. */
const MOST_LISTED = 14
const MANY_TIMES = 4
/** There are eleven sectors. */
const MOST_GROUPS = 12
/** 18 months, in which every company that still files has ended a year. */
const LONG_PAST_DAYS = 548

/** Ranks all companies that report a figure, and says how many there are. */
export function answerRanking(
  book: FactBook,
  wanted: CompanyRanking,
  { voice, question, isListed = false }: Asked,
): ReportedFigures {
  const [ranking, own] = widest(book, wanted)
  const { threshold, direction, count, metric, focus, nth, filters } = ranking
  const sign = direction === 'highest' ? -1 : 1
  const found = withFilters(book, own, ranking)
  const isFit = ({ others }: Entry) =>
    filters.every((filter, at) => others[at] && isMet(filter, sizeOf(others[at])))
  const all = (threshold ? found : found.filter(isFit)).toSorted(
    (a, b) => sign * (sizeOf(a) - sizeOf(b)),
  )
  const ranked = all.filter(one => !threshold || (isMet(threshold, sizeOf(one)) && isFit(one)))
  const place = nth ? nth - 1 : ranked.findIndex(({ company }) => company.cik === focus?.cik)
  const shown = threshold && ranked.length === 0 ? all.slice(0, 1) : ranked.slice(0, count)
  const focused = ranked[place]
  const isLone = all.length === 1 && ranking.members.length > 1
  if (shown.length === 0 || isLone || ((focus || nth) && !focused)) {
    const missing = `${focus ? sayName(focus) : 'Companies'}: ranking by ${metric.name}`
    return { statements: [], conflicts: [], answered: [], missing: [missing] }
  }
  const named = shown.filter(one => one !== focused)
  const isLong = !focused && named.length > MOST_NAMED + 1
  // Behind the first are those ahead of it, or those that it leads.
  const beside = named.slice(0, Math.min(MOST_NAMED, place > 0 ? place : MOST_NAMED))
  const entries = focused ? [focused, ...beside] : named
  const isNamed = threshold !== undefined && entries.length <= MOST_LISTED && !isListed
  const told = isLong && !isNamed ? entries.slice(0, isListed ? 1 : MOST_NAMED + 1) : entries
  const counts = {
    ...{ all: all.length, ranked: ranked.length, place: place + 1 },
    shown: isListed ? shown.length : told.length,
    isListed: isLong && isListed,
    isNamed: isLong && isNamed,
  }
  const statement = state(sayRanking(told, counts, ranking, voice), voice)
  const listed = focused && place >= count ? [...shown, focused] : shown
  const items = named.map(entry =>
    state(say`${sayName(entry.company)}: ${sayEntry(entry, true)}`, voice),
  )
  // Cites the lines that put companies into the scope as well.
  const lines = /headquarters/.test(ranking.scope) ? undefined : 2
  const located = / or /.test(ranking.scope) ? shown : told
  const listings = located.map(({ company: { listing = [] } }) => ({
    quotes: listing.slice(0, lines),
  }))
  const scope = ranking.isOfIndex ? voice.cite(listings) : []
  return {
    // The scope may name places and companies that it leaves out.
    statements: [
      { ...statement, evidence: [...statement.evidence, ...scope], named: [ranking.scope] },
    ],
    ...(isLong && isListed && { items }),
    heading: headingOf(ranking),
    ...(ranked.length > 0 && { table: tabulate(listed, ranked, voice) }),
    conflicts: [],
    answered: [question],
    given: shown.map(({ company }) => company.cik),
    // Some of those that meet a condition are not the list of them.
    ...(!(threshold && ranked.length > count) && {
      values: (focused ? [focused] : ranked.slice(0, count)).map(({ figures: [figure] }) =>
        toHeldValue(figure, voice.cite),
      ),
    }),
    missing:
      ranking === wanted
        ? []
        : [`Companies: ranking by ${wanted.metric.name} (given instead: ${metric.name})`],
  }
}

/** The places of some companies in a ranking; undefined if none of them has one. */
export function placesIn(
  book: FactBook,
  wanted: CompanyRanking,
  { companies, voice }: { readonly companies: readonly Company[]; readonly voice: Voice },
): ComparisonTable['rows'][number] | undefined {
  const [{ metric }, found] = widest(book, wanted)
  const all = found.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const cells = companies.map(({ cik }) => {
    const place = 1 + all.findIndex(({ company }) => company.cik === cik)
    const [figure] = all[place - 1]?.figures ?? []
    if (!figure) return undefined
    const made = cellOf(figure, `No. ${place} of ${all.length}`, voice.cite)
    return { ...made, computed: [place, all.length] }
  })
  return cells.some(Boolean) ? { label: capital(metric.name), cells } : undefined
}

/** The ranking, or that by the nearest figure if many times as many companies give it. */
function widest(book: FactBook, ranking: CompanyRanking): [CompanyRanking, readonly Entry[]] {
  const { metric, members } = ranking
  const own = entriesOf(book, ranking)
  const [instead] = metric.instead ?? []
  if (!instead || own.length * MANY_TIMES > members.length) return [ranking, own]
  const near = widest(book, { ...ranking, metric: metricOf(instead) })
  return near[1].length > own.length * MANY_TIMES ? near : [ranking, own]
}

/** The companies with figures for all conditions. */
function withFilters(book: FactBook, found: readonly Entry[], ranking: CompanyRanking): Entry[] {
  const times = ranking.times.kind === 'range' ? LATEST : ranking.times
  const columns = ranking.filters.map(({ metric, isGrowth }) => {
    const entries = entriesOf(book, { ...ranking, metric, isGrowth, times })
    return new Map(entries.map(entry => [entry.company.cik, entry]))
  })
  return found
    .map(entry => ({
      ...entry,
      others: columns.flatMap(column => column.get(entry.company.cik) ?? []),
    }))
    .filter(({ others }) => others.length === columns.length)
}

/** The figures of each company that can be ranked: of its own latest year, unless that is long past, or of the year named. */
export function entriesOf(
  book: FactBook,
  { metric, isGrowth, times, members }: CompanyRanking,
): Entry[] {
  const ciks = new Set(members.map(({ cik }) => cik))
  const found = book.companies.flatMap((company): Entry[] => {
    if (!ciks.has(company.cik)) return []
    const periods = allFigures(book, company, metric).map(({ period }) => period)
    const slots = resolveSlots(times, { periods, isMoment: metric.kind === 'balance' })
    const last = slots.at(-1)
    const first = isGrowth && last ? (slots.length > 1 ? slots[0] : previousSlot(last)) : undefined
    const ends = [first ?? [], last ?? []].flat()
    const [from, to] = findSeries(book, { company, metric, slots: ends })
    // Amounts in other currencies cannot be ranked.
    const isForeign = from && /^[A-Z]{3}/.test(from.unit) && !from.unit.startsWith('USD')
    // A margin above the whole means that the filings give only a part of the revenue.
    const isPartial = metric.id.endsWith('margin') && from && toNumber(from.value) > 100
    if (!from || isForeign || isPartial) return []
    if (!isGrowth) return [{ company, figures: [from], others: [] }]
    // Two concepts may count differently, which would look like growth.
    const conceptsOf = ({ facts }: Figure) => facts.map(({ fact }) => fact.concept).join()
    const growth = to && conceptsOf(from) === conceptsOf(to) ? growthOf(from, to) : undefined
    return to && growth ? [{ company, figures: [from, to], growth, others: [] }] : []
  })
  const endOf = ({ figures }: Entry) => figures.at(-1)?.period.end ?? ''
  const newest = found.map(endOf).sort().at(-1) ?? ''
  return found.filter(entry => daysApart(newest, endOf(entry)) <= LONG_PAST_DAYS)
}

export function sizeOf({ figures: [{ value }], growth }: Entry): number {
  return growth ? growth.percent : toNumber(value)
}

/** "Revenue: S&P 500 companies in energy" */
export function headingOf({ metric, scope }: Pick<CompanyRanking, 'metric' | 'scope'>): string {
  return `${capital(metric.name)}: ${scope}`
}

interface Counts {
  readonly all: number
  readonly ranked: number
  /** How many the sentence or its list names. */
  readonly shown: number
  readonly isListed: boolean
  /** True if it gives names alone, because a table has the figures. */
  readonly isNamed: boolean
  /** Of the company whose place is asked for; 0 for none. */
  readonly place: number
}

function sayRanking(
  entries: readonly Entry[],
  { all, ranked, shown, place, isListed, isNamed }: Counts,
  ranking: CompanyRanking,
  _voice: Voice,
): Phrase {
  const { threshold, metric, isGrowth, direction, times, filters } = ranking
  const [first, ...others] = entries
  if (!first) return say``
  const sayOne = (entry: Entry) => sayEntry(entry, times === LATEST)
  const sayAll = (some: readonly Entry[]) =>
    list(some.map(entry => say`${sayName(entry.company)} with ${sayOne(entry)}`))
  const when = sayYears(ranking, entries)
  const at = when.text.startsWith(',') ? when : say` ${when}`
  const limits = filters.map((filter, at) =>
    sayCondition(filter, (first.others[at] ?? first).figures[0]),
  )
  const scope =
    threshold || limits.length === 0
      ? say`${ranking.scope}`
      : say`${ranking.scope}${/ with /.test(ranking.scope) ? ' and ' : ' with '}${list(limits)}`
  const group = say`${scope} ${/ with /.test(scope.text) ? 'that have' : 'with'} figures`
  const among = say`the ${all} ${group}`
  if (threshold) {
    const isZero = threshold.value === 0 && threshold.to === undefined
    const isLoss = metric.says?.loss !== undefined && isZero && !isGrowth
    const deed =
      isGrowth && isZero
        ? say`${direction === 'lowest' ? 'lost' : 'grew'} ${metric.name}`
        : isLoss
          ? say`made a ${direction === 'lowest' ? 'loss' : 'profit'}`
          : say`had ${sayCondition({ ...threshold, metric }, first.figures[0])}`
    const deeds =
      isZero && limits.length > 0 ? say`${deed} and had ${list(limits)}` : list([deed, ...limits])
    if (ranked === 0)
      return say`none of ${among} ${deeds}${at}${limits.length > 0 ? '' : say`: ${sayName(first.company)} had the ${direction}, ${sayOne(first)}`}`
    const named = isNamed ? list(entries.map(({ company }) => sayName(company))) : sayAll(entries)
    const told = isListed ? '' : say`: ${named}`
    const only = shown < ranked ? say`; here are the first ${shown}` : ''
    const counted =
      ranked === all && all > 1 ? say`all ${all} ${group}` : say`${ranked} of ${among}`
    return say`${counted} ${deeds}${at}${told}${only}`
  }
  const rank = place > 1 ? { ...say`${ordinal(place)} `, numbers: [place] } : ''
  const join =
    place < 2 ? ', followed by' : place <= MOST_NAMED + 1 ? ', behind' : `; the ${direction} are`
  const beside = others.length > 0 ? say`${join} ${sayAll(others)}` : ''
  const best = say`${rank}${nameBest(ranking, first)}`
  const where = when.text.startsWith(',') ? say`of ${among}${when}` : say`${when} among ${among}`
  return say`${sayName(first.company)} had the ${best} ${where}: ${sayOne(first)}${beside}`
}

/** "highest revenue", "steepest decline in revenue". */
function nameBest({ metric, direction, isGrowth }: CompanyRanking, first: Entry): string {
  if (!isGrowth) return `${direction} ${metric.name}`
  const isDecline = direction === 'lowest' && (first.growth?.percent ?? 0) < 0
  return `${isDecline ? 'steepest decline in' : `${direction} growth of`} ${metric.name}`
}

export function sayYears(
  { metric, isGrowth, times }: CompanyRanking,
  entries: readonly Entry[],
): Phrase {
  const years = entries.flatMap(({ figures }) => figures.map(({ period }) => period.fiscalYear))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const at = metric.kind === 'balance' ? 'at the end of' : 'in'
  const [only] = times.kind === 'each' ? times.periods : []
  if (only?.kind === 'fiscal' || (times.kind === 'range' && times.to))
    return isGrowth ? say`from fiscal ${first} to fiscal ${last}` : say`${at} fiscal ${first}`
  if (times.kind === 'range') return say`from fiscal ${first} to the latest fiscal year`
  const own = only?.kind === 'mostly' ? say`${only.year}` : undefined
  return own
    ? say`${isGrowth ? 'in' : at} ${own}`
    : say`, each ${isGrowth ? 'in' : at} its latest fiscal year`
}

/** "$93.7 billion (year to 28 September 2024)", with the figures of other conditions behind it. */
function sayEntry(entry: Entry, isDated = false): Phrase {
  const { figures, growth } = entry
  const [from, to] = figures
  const { period } = from
  const isNamed = isCalendar(period)
  const details = [
    ...(growth && to
      ? [say`from ${amount(from)} to ${amount(to)}, year to ${sayDate(to.period.end)}`]
      : isNamed
        ? isDated
          ? [say`${period.fiscalYear}`]
          : []
        : [say`${period.start ? 'year ' : ''}${sayEnd(from)}`]),
    ...besides(entry).map(one => {
      const { metric } = one.figures[0]
      return one.growth
        ? say`growth of ${metric.name} ${sayGrowth(one.growth)}`
        : say`${metric.name} ${gainOrLoss(one.figures[0])}`
    }),
  ]
  const size = growth ? sayGrowth(growth) : gainOrLoss(from)
  return details.length === 0
    ? size
    : say`${size} (${details.reduce((all, next) => say`${all}; ${next}`)})`
}

/** The figures of other conditions; revenue is among the ends of its growth. */
function besides({ figures: [{ metric }], others }: Entry): readonly Entry[] {
  return others.filter(one => one.figures[0].metric !== metric)
}

function sayGrowth({ percent, size }: Growth): Phrase {
  return say`${percent < 0 ? '−' : ''}${size}`
}

/** Says which sector or industry has the most companies of the index, or the fewest, or how many each has. */
export function answerGroups(
  { kind, scope, direction, groups }: GroupCount,
  { voice, question }: Asked,
): ReportedFigures {
  const [first, ...others] = groups.slice(0, direction ? MOST_NAMED + 1 : MOST_GROUPS)
  if (!first) return { statements: [], conflicts: [], answered: [], missing: [] }
  const sayAll = (some: GroupCount['groups']) =>
    list(some.map(({ name, members }) => say`${name} with ${members.length}`))
  const all = groups.flatMap(({ members }) => members)
  const rest = groups.length - MOST_GROUPS
  const named =
    rest > 0 ? list([sayAll([first, ...others]), say`${rest} others`]) : sayAll([first, ...others])
  const kinds = {
    sector: 'sectors',
    industry: 'industries',
    state: 'states or countries',
    place: 'places',
  }[kind]
  const namesIn = (members: GroupCount['groups'][number]['members']) =>
    members.map(({ name }) => name.replace(/(?:, Inc)?\.?$/, '')).toSorted()
  const listed = groups.map(
    one => say`${one.name} has ${one.members.length} (${list(namesIn(one.members))})`,
  )
  const said =
    kind === 'place'
      ? say`${new Set(all).size} S&P 500 ${scope.replace(' with', ' have their')}: ${list(listed)}`
      : direction
        ? say`${first.name} is the ${kind} of the S&P 500 with the ${direction === 'highest' ? 'most' : 'fewest'} ${scope}: ${first.members.length}, followed by ${sayAll(others)}`
        : say`the ${all.length} S&P 500 ${scope} are in ${groups.length} ${kinds}: ${named}`
  const counted = direction ? [first, ...others].flatMap(({ members }) => members) : all
  const citeAll = (some: typeof first.members) =>
    voice.cite(some.map(({ listing = [] }) => ({ quotes: listing })))
  const rows = groups.map(({ name, members }) => {
    const text = String(members.length)
    const computed = [members.length]
    return {
      label: name,
      cells: [{ text, evidence: citeAll(members), isVerbatim: false, computed }],
    }
  })
  return {
    statements: [{ ...state(said, voice), evidence: citeAll(counted) }],
    ...(!direction && { table: { columns: ['', 'Companies'], rows } }),
    conflicts: [],
    answered: [question],
    ...(kind === 'place' && { given: all.map(({ cik }) => cik) }),
    missing: [],
  }
}

export function tabulate(
  shown: readonly Entry[],
  ranked: readonly Entry[],
  { cite }: Voice,
): ComparisonTable {
  const [first] = shown
  const name = capital(first?.figures[0].metric.name ?? '')
  const write = shown.length > MOST_EXACT ? tableAmount : exactAmount
  const rows = shown.map(entry => {
    const { company, figures, growth } = entry
    const last = figures.at(-1) ?? figures[0]
    const cell = (text: string, figure = last): Statement => {
      const made = cellOf(figure, text, cite)
      return { ...made, computed: [...(made.computed ?? []), growth?.percent ?? 0] }
    }
    const cells = [
      ...(growth ? [cell(`${growth.percent < 0 ? '−' : ''}${growth.size.text}`)] : []),
      ...figures.map(figure => cell(write(figure), figure)),
      ...besides(entry).map(({ figures: [figure], growth: grown }) =>
        cell(grown ? grown.size.text : write(figure), figure),
      ),
      cell(`Fiscal ${last.period.fiscalYear}, ${sayEnd(last)}`),
      cell(nameFilings(last)),
    ]
    return { label: `${ranked.indexOf(entry) + 1}. ${sayName(company)}`, cells }
  })
  const columns = [
    ...(first?.growth ? ['Growth', 'From', 'To'] : [name]),
    ...(first ? besides(first) : []).map(({ figures: [{ metric }], growth }) =>
      growth ? `Growth of ${metric.name}` : capital(metric.name),
    ),
  ]
  return { columns: ['', ...columns, 'Year', 'Filing'], rows }
}
