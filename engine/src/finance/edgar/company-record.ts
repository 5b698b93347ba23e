import type { Company, FiscalPeriod } from '../../search/company-fact.ts'
import { CONCEPTS } from '../metrics.ts'
import { dayOf } from './days.ts'
import { createFiscalCalendar, type FiscalCalendar, type YearEnd } from './fiscal-calendar.ts'
import type { ListedFigure } from './read-company-facts.ts'
import type { Submissions } from './read-submissions.ts'

/** EDGAR's figures for a company, by filing, newest first. */
export interface CompanyRecord {
  readonly company: Company
  readonly filings: readonly Filing[]
}

export interface Filing {
  readonly accession: string
  /** The address to cite, if it is not in EDGAR's archives. */
  readonly url?: string
  readonly form: string
  readonly kind: 'annual' | 'quarterly' | 'other'
  readonly isAmendment: boolean
  readonly filedOn: string
  /** The period it reports on, if that is one of the company's own periods. */
  readonly period?: FiscalPeriod
  readonly primaryDocument?: string
  readonly figures: readonly Figure[]
}

export interface Figure {
  readonly concept: string
  readonly label: string
  readonly section: string
  readonly value: number
  readonly unit: string
  readonly period: FiscalPeriod
  /** Stated for the day of filing, not for the end of the period. */
  readonly isCover: boolean
}

interface Draft {
  readonly accession: string
  readonly form: string
  readonly filedOn: string
  reportsOn?: string
  primaryDocument?: string
  filingYear?: number
  readonly listed: ListedFigure[]
}

const MOST_FILINGS = 400
const ANNUAL = /^(?:10-K(?:405|SB|T)?|20-F|40-F)(?:\/A)?$/
const QUARTERLY = /^10-Q(?:T|SB)?(?:\/A)?$/
const YEAR_DAYS = [350, 380] as const

/** Puts what EDGAR lists of a company together, each figure with its own period. */
export function makeRecord(
  listed: Company,
  {
    submissions,
    figures,
  }: { readonly submissions: Submissions; readonly figures: readonly ListedFigure[] },
): CompanyRecord {
  const drafts = draftFilings(submissions, figures)
  const { fiscalYearEnd } = submissions
  const calendar = createFiscalCalendar(yearEnds(drafts), {
    ...(fiscalYearEnd && { fiscalYearEnd }),
  })
  const tickers = submissions.tickers.length > 0 ? submissions.tickers : listed.tickers
  return {
    company: { cik: listed.cik, name: submissions.name ?? listed.name, tickers },
    filings: drafts.map(draft => finish(draft, calendar)),
  }
}

function draftFilings(submissions: Submissions, figures: readonly ListedFigure[]): Draft[] {
  const drafts = new Map<string, Draft>()
  for (const { accession, form, filedOn, reportsOn, primaryDocument } of submissions.filings) {
    if (kindOf(form) === 'other') continue
    drafts.set(accession, {
      accession,
      form,
      filedOn,
      listed: [],
      ...(reportsOn && { reportsOn }),
      ...(primaryDocument && { primaryDocument }),
    })
  }
  for (const figure of figures) {
    const { accession, form, filedOn, filingYear } = figure
    const draft = drafts.get(accession) ?? { accession, form, filedOn, listed: [] }
    drafts.set(accession, draft)
    draft.listed.push(figure)
    if (filingYear !== undefined) draft.filingYear ??= filingYear
  }
  for (const draft of drafts.values()) {
    const latest = draft.listed
      .filter(({ concept, start }) => start !== undefined && !CONCEPTS.get(concept)?.isCover)
      .reduce((last, { end }) => (end > last ? end : last), '')
    if (latest !== '') draft.reportsOn ??= latest
  }
  return [...drafts.values()]
    .sort(
      (one, other) =>
        compare(other.filedOn, one.filedOn) || compare(other.accession, one.accession),
    )
    .slice(0, MOST_FILINGS)
}

/** When the company's years ended: by its annual reports, and by the years that they compare with. */
function yearEnds(drafts: readonly Draft[]): YearEnd[] {
  const ends = new Map<string, YearEnd>()
  for (const { form, reportsOn, filingYear, listed } of drafts) {
    if (kindOf(form) !== 'annual') continue
    for (const { start, end } of listed)
      if (isYear(start, end) && !ends.has(end)) ends.set(end, { end })
    if (reportsOn === undefined) continue
    const fiscalYear = ends.get(reportsOn)?.fiscalYear ?? filingYear
    ends.set(reportsOn, { end: reportsOn, ...(fiscalYear !== undefined && { fiscalYear }) })
  }
  return [...ends.values()]
}

function isYear(start: string | undefined, end: string): boolean {
  const days = (dayOf(end) ?? 0) - (dayOf(start) ?? 0) + 1
  return start !== undefined && days >= YEAR_DAYS[0] && days <= YEAR_DAYS[1]
}

function finish(draft: Draft, calendar: FiscalCalendar): Filing {
  const { accession, form, filedOn, reportsOn, primaryDocument } = draft
  const kind = kindOf(form)
  const ended = reportsOn === undefined ? undefined : calendar.periodOf({ end: reportsOn })
  const fits = kind === 'other' || (ended?.part === 'year') === (kind === 'annual')
  const period = fits ? ended : undefined
  return {
    accession,
    form,
    kind,
    isAmendment: form.endsWith('/A'),
    filedOn,
    ...(period && { period }),
    ...(primaryDocument && { primaryDocument }),
    figures: chooseFigures(draft.listed, { calendar, period }),
  }
}

/** Among concepts with the same meaning, chooses the fullest figure of a filing for each period. */
function chooseFigures(
  listed: readonly ListedFigure[],
  { calendar, period: reported }: { calendar: FiscalCalendar; period: FiscalPeriod | undefined },
): Figure[] {
  const chosen = new Map<string, { figure: Figure; rank: number }>()
  const others: Figure[] = []
  const order = [...listed].sort((one, other) => rankOf(one) - rankOf(other))
  for (const { concept, unit, value, start, end } of order) {
    const known = CONCEPTS.get(concept)
    if (!known) continue
    const { line, ownLabel, isCover, rank } = known
    const period = isCover
      ? reported && { end, fiscalYear: reported.fiscalYear, part: reported.part }
      : calendar.periodOf({ end, ...(start !== undefined && { start }) })
    if (!period) continue
    const figure = {
      concept,
      label: line.label,
      section: line.section,
      value,
      unit,
      period,
      isCover,
    }
    const key = [line.label, unit, start, end].join(' ')
    const first = chosen.get(key)
    if (!first) chosen.set(key, { figure, rank })
    else if (first.rank !== rank && first.figure.value !== value && ownLabel) {
      others.push({ ...figure, label: ownLabel })
    }
  }
  return [...[...chosen.values()].map(({ figure }) => figure), ...others]
}

function rankOf({ concept }: ListedFigure): number {
  return CONCEPTS.get(concept)?.rank ?? 0
}

export function kindOf(form: string): Filing['kind'] {
  if (ANNUAL.test(form)) return 'annual'
  return QUARTERLY.test(form) ? 'quarterly' : 'other'
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
