import type { Company, FiscalPeriod } from '../../search/company-fact.ts'
import { CONCEPTS } from '../metrics.ts'
import {
  createFiscalCalendar,
  dayOf,
  type FiscalCalendar,
  type YearEnd,
} from './fiscal-calendar.ts'
import type { ListedFigure, Submissions } from './read-replies.ts'

/** A company's filed figures, by filing, newest first. */
export interface CompanyRecord {
  readonly company: Company
  readonly filings: readonly Filing[]
}

export interface Filing {
  readonly accession: string
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
}

type Listed = Submissions['filings'][number]
interface Draft extends Omit<Listed, 'reportsOn'> {
  reportsOn?: string
  filingYear?: number
  readonly listed: ListedFigure[]
}

const MOST_FILINGS = 400
const ANNUAL = /^(?:10-K(?:405|SB|T)?|20-F|40-F)(?:\/A)?$/
const QUARTERLY = /^10-Q(?:T|SB)?(?:\/A)?$/
const YEAR_DAYS = [350, 380] as const

interface Listings {
  readonly submissions: Submissions
  readonly figures: readonly ListedFigure[]
}

/** Puts what EDGAR lists of a company together, each figure with its own period. */
export function makeRecord(listed: Company, { submissions, figures }: Listings): CompanyRecord {
  const drafts = draftFilings(submissions, figures)
  const calendar = createFiscalCalendar(yearEnds(drafts), submissions)
  const tickers = submissions.tickers.length > 0 ? submissions.tickers : listed.tickers
  return {
    company: { cik: listed.cik, name: submissions.name ?? listed.name, tickers },
    filings: drafts.map(draft => finish(draft, calendar)),
  }
}

function draftFilings({ filings }: Submissions, figures: readonly ListedFigure[]): Draft[] {
  const known = filings.filter(({ form }) => kindOf(form) !== 'other')
  const drafts = new Map<string, Draft>(known.map(one => [one.accession, { ...one, listed: [] }]))
  for (const figure of figures) {
    const { accession, form, filedOn, filingYear, concept, start, end } = figure
    const draft: Draft = drafts.get(accession) ?? { accession, form, filedOn, listed: [] }
    drafts.set(accession, draft)
    draft.listed.push(figure)
    if (filingYear !== undefined) draft.filingYear ??= filingYear
    const isOfPeriod = start !== undefined && !CONCEPTS.get(concept)?.isCover
    const isListed = known.some(one => one.accession === accession && one.reportsOn)
    if (isOfPeriod && !isListed && end > (draft.reportsOn ?? '')) draft.reportsOn = end
  }
  const keyOf = ({ filedOn, accession }: Draft) => `${filedOn} ${accession}`
  return [...drafts.values()]
    .sort((one, other) => (keyOf(other) < keyOf(one) ? -1 : 1))
    .slice(0, MOST_FILINGS)
}

/** When the company's years ended: by its annual reports, and by the years that they compare with. */
function yearEnds(drafts: readonly Draft[]): YearEnd[] {
  const ends = new Map<string, YearEnd>()
  for (const { reportsOn, filingYear, listed } of drafts.filter(
    one => kindOf(one.form) === 'annual',
  )) {
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

function finish(
  { reportsOn, filingYear: _, listed, ...draft }: Draft,
  calendar: FiscalCalendar,
): Filing {
  const kind = kindOf(draft.form)
  const ended = reportsOn === undefined ? undefined : calendar.periodOf({ end: reportsOn })
  const fits = kind === 'other' || (ended?.part === 'year') === (kind === 'annual')
  const period = fits ? ended : undefined
  return {
    ...draft,
    kind,
    isAmendment: draft.form.endsWith('/A'),
    ...(period && { period }),
    figures: listed.flatMap(one => toFigure(one, calendar, period) ?? []),
  }
}

function toFigure(
  { concept, unit, value, start, end }: ListedFigure,
  calendar: FiscalCalendar,
  reported: FiscalPeriod | undefined,
): Figure | undefined {
  const known = CONCEPTS.get(concept)
  const period = known?.isCover
    ? reported && { end, fiscalYear: reported.fiscalYear, part: reported.part }
    : calendar.periodOf({ end, ...(start !== undefined && { start }) })
  if (!known || !period) return undefined
  const { line, label } = known
  return { concept, section: line.section, label, value, unit, period }
}

function kindOf(form: string): Filing['kind'] {
  if (ANNUAL.test(form)) return 'annual'
  return QUARTERLY.test(form) ? 'quarterly' : 'other'
}
