import type { FiscalPeriod } from '../../search/company-fact.ts'
import type { Figure } from './company-record.ts'

const PARTS: Readonly<Record<FiscalPeriod['part'], string>> = {
  year: 'fiscal year',
  Q1: 'Q1 of fiscal year',
  Q2: 'Q2 of fiscal year',
  Q3: 'Q3 of fiscal year',
  Q4: 'Q4 of fiscal year',
  half: 'first half of fiscal year',
  'nine-months': 'first nine months of fiscal year',
}

/** `fiscal year 2023`, `Q3 of fiscal year 2023` and the like. */
export function namePeriod({
  part,
  fiscalYear,
}: Pick<FiscalPeriod, 'part' | 'fiscalYear'>): string {
  return `${PARTS[part]} ${fiscalYear}`
}

/**
 * Writes a figure as a complete field. The dates are in the label and only the fiscal year is in the value,
 * so that a search for a year finds the right one.
 */
export function writeFigure({ label, value, unit, period, isCover }: Figure): string {
  const { start, end } = period
  const dates = start === undefined ? end : `${start} to ${end}`
  const named = namePeriod(period)
  const when = isCover ? `reported with ${named}` : start === undefined ? `end of ${named}` : named
  return `${label} — ${dates}: ${writeValue(value, unit)} (${when})`
}

/** To the last digit. */
export function writeValue(value: number, unit: string): string {
  const [whole = '', decimals] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const written = decimals === undefined ? grouped : `${grouped}.${decimals}`
  if (unit === 'pure') return written
  return `${written} ${unit.replace('/shares', ' per share')}`
}
