import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { shortName } from './company-names.ts'
import type { Figure } from './figure.ts'
import { nameFiscal, sayDate } from './say-period.ts'
import { capital } from './state-comparison.ts'
import { citeAll } from './state-figures.ts'

const MOST_ROWS = 24
const MOST_COLUMNS = 12
const LEAST_CELLS = 3

/** All figures side by side: companies as columns when each has one time, times as columns otherwise. */
export function tabulateFigures(
  figures: readonly Figure[],
  ledger: Ledger,
): ComparisonTable | undefined {
  const companies = new Set(figures.map(({ company }) => company.cik))
  const times = new Set(figures.map(timeOf))
  if (figures.length < 2 || (figures.length < LEAST_CELLS && companies.size < 2)) return undefined
  const rowsByCompany = Map.groupBy(figures, one => `${one.metric.name} ${one.company.cik}`)
  const isByCompany =
    companies.size > 1 && [...rowsByCompany.values()].every(row => row.length === 1)
  const columnOf = isByCompany
    ? (one: Figure) =>
        times.size === 1 ? shortName(one.company) : `${shortName(one.company)}, ${nameTime(one)}`
    : timeOf
  const labelOf = (one: Figure) =>
    isByCompany || companies.size === 1
      ? capital(one.metric.name)
      : `${shortName(one.company)}: ${one.metric.name}`
  const ordered = isByCompany ? figures : figures.toSorted(byTime)
  const columns = [...new Set(ordered.map(columnOf))].slice(isByCompany ? 0 : -MOST_COLUMNS)
  const rows = [...Map.groupBy(figures, labelOf)].slice(0, MOST_ROWS)
  return {
    columns: ['', ...columns.slice(0, MOST_COLUMNS)],
    rows: rows.map(([label, cells]) => ({
      label,
      cells: columns.slice(0, MOST_COLUMNS).map(column => {
        const figure = cells.find(one => columnOf(one) === column)
        return figure && toCell(figure, ledger)
      }),
    })),
  }
}

function toCell({ text, facts, computed }: Figure, ledger: Ledger): Statement {
  const evidence = citeAll(facts, ledger)
  // A figure that was put differently or calculated is in no quote.
  const isVerbatim = facts.length === 1 && facts[0]?.written.text === text
  return { text, evidence, isVerbatim, ...(!isVerbatim && { computed }) }
}

function timeOf(figure: Figure): string {
  return capital(nameTime(figure))
}

function nameTime({ period, isTrailing }: Figure): string {
  if (isTrailing) return `12 months to ${sayDate(period.end)}`
  return nameFiscal(period).replace(/^the /, '')
}

function byTime(a: Figure, b: Figure): number {
  return a.period.end < b.period.end ? -1 : a.period.end > b.period.end ? 1 : 0
}
