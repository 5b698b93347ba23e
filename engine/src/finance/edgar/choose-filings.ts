import type { CompanyRecord, Figure, Filing } from './company-record.ts'
import type { AskedPeriods } from './years-asked.ts'

const LATEST_ANNUAL = 4
const LATEST_QUARTERLY = 4
const MOST_RESTATING = 4

/**
 * Chooses the filings for a question, the most useful first: those on the periods that it names, the latest
 * ones, and those that give a different value for the same figure.
 */
export function chooseFilings({ filings }: CompanyRecord, asked: AskedPeriods): Filing[] {
  const original = filings.filter(({ isAmendment }) => !isAmendment)
  const annual = original.filter(({ kind }) => kind === 'annual')
  const quarterly = original.filter(({ kind }) => kind === 'quarterly')
  const named = [...ofQuarters(quarterly, asked), ...ofYears(annual, asked.years)]
  const first = [...new Set([...named, ...annual.slice(0, 1), ...quarterly.slice(0, 1)])]
  const latest = [
    ...annual.slice(0, Math.max(LATEST_ANNUAL, asked.latestYears)),
    ...quarterly.slice(0, LATEST_QUARTERLY),
  ]
  const likely = [...new Set([...first, ...restating(first, filings), ...latest])]
  return [...likely, ...restating(likely, filings)]
}

/** The annual reports whose words matter: those on the years asked for, and the latest. */
export function chooseTexts({ filings }: CompanyRecord, { years }: AskedPeriods): Filing[] {
  const annual = filings.filter(({ kind, isAmendment }) => kind === 'annual' && !isAmendment)
  const named = years.flatMap(
    year => annual.find(({ period }) => period?.fiscalYear === year) ?? [],
  )
  return [...new Set([...named, ...annual.slice(0, 1)])]
}

/** Returns the reports on the years, or else the latest report that looks back on one. */
function ofYears(annual: readonly Filing[], years: readonly number[]): Filing[] {
  return years.flatMap(
    year =>
      annual.find(({ period }) => period?.fiscalYear === year) ??
      annual.find(({ figures }) => figures.some(({ period }) => period.fiscalYear === year)) ??
      [],
  )
}

/** The last quarter has no report: it is the year minus the nine months before. */
function ofQuarters(quarterly: readonly Filing[], { years, quarters }: AskedPeriods): Filing[] {
  const parts = new Set<string>(quarters.map(quarter => `Q${Math.min(quarter, 3)}`))
  return quarterly
    .filter(
      ({ period }) =>
        period &&
        parts.has(period.part) &&
        (years.length === 0 || years.includes(period.fiscalYear)),
    )
    .slice(0, LATEST_QUARTERLY)
}

/** The newest filings that differ from the chosen ones in a figure, and the amendments that did. */
function restating(chosen: readonly Filing[], filings: readonly Filing[]): Filing[] {
  const values = new Map<string, Set<number>>()
  for (const figure of chosen.flatMap(({ figures }) => figures)) {
    const known = values.get(keyOf(figure)) ?? new Set()
    values.set(keyOf(figure), known.add(figure.value))
  }
  const found: Filing[] = []
  for (const filing of filings) {
    if (found.length >= MOST_RESTATING) break
    if (chosen.includes(filing)) continue
    const others = filing.figures.filter(
      figure => values.get(keyOf(figure))?.has(figure.value) === false,
    )
    if (others.length === 0) continue
    found.push(filing)
    for (const figure of others) values.get(keyOf(figure))?.add(figure.value)
  }
  // If there are two values, an amendment may have been the first to give the second one.
  const amending = filings.filter(
    filing =>
      filing.isAmendment &&
      !chosen.includes(filing) &&
      filing.figures.some(figure => (values.get(keyOf(figure))?.size ?? 0) > 1),
  )
  return [...new Set([...found, ...amending])].slice(0, MOST_RESTATING)
}

function keyOf({ concept, unit, period: { start, end } }: Figure): string {
  return `${concept} ${unit} ${start} ${end}`
}
