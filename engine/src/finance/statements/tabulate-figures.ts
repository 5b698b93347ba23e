import type { ComparisonTable, Statement } from '../../evidence/statement.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../edgar/name-words.ts'
import type { Figure } from '../figure.ts'
import { nameFiscal, sayDate } from '../period.ts'
import { findJumps, sayJumps } from '../share-counts.ts'
import { capital } from './say.ts'

const MOST_ROWS = 24
const MOST_COLUMNS = 12
const LEAST_CELLS = 3

/**
 * Makes a table of all figures and of their inputs, with companies as columns if each has one time, and
 * times as columns otherwise.
 */
export function tabulateFigures(
  answers: readonly Figure[],
  cite: CiteFacts,
): ComparisonTable | undefined {
  // The sentence about a single figure already shows its derivation.
  const operands = answers.length > 1 ? operandsOf(answers) : []
  const figures = distinctFigures([...answers, ...operands])
  const companies = new Set(figures.map(({ company }) => company.cik))
  if (figures.length < 2 || (figures.length < LEAST_CELLS && companies.size < 2)) return undefined
  const rowsByCompany = Map.groupBy(figures, one => `${one.metric.name} ${one.company.cik}`)
  const isByCompany =
    companies.size > 1 && [...rowsByCompany.values()].every(row => row.length === 1)
  const groupOf = isByCompany ? (one: Figure) => sayName(one.company) : nameTime
  const groups = Map.groupBy(isByCompany ? figures : figures.toSorted(byTime), groupOf)
  const columns = [...groups].slice(...(isByCompany ? [0, MOST_COLUMNS] : [-MOST_COLUMNS]))
  const labelOf = (one: Figure) =>
    isByCompany || companies.size === 1
      ? capital(one.metric.name)
      : `${sayName(one.company)}: ${one.metric.name}`
  const rows = [...Map.groupBy(figures, labelOf)].slice(0, MOST_ROWS)
  return {
    columns: ['', ...columns.map(([group, own]) => nameColumn(group, own, isByCompany))],
    rows: rows.map(([label, cells]) => ({
      label: isByCompany ? label : `${label}${sayJumps(findJumps(cells))}`,
      cells: columns.map(([group, own]) => {
        const figure = cells.find(one => groupOf(one) === group)
        return figure && toCell(figure, { cite, isDated: !isOfOneEnd(own) })
      }),
    })),
  }
}

/** Figures, each once. */
export function distinctFigures(figures: readonly Figure[]): Figure[] {
  const key = ({ company, metric, period, isTrailing, text }: Figure) =>
    [company.cik, metric.name, period.end, period.part, isTrailing, text].join(' ')
  return [...new Map(figures.map(one => [key(one), one])).values()]
}

function operandsOf(figures: readonly Figure[]): Figure[] {
  return figures.flatMap(({ operands = [] }) => [...operands, ...operandsOf(operands)])
}

/** With the date, where that of all figures is the same: "Fiscal year 2023 (to 30 September 2023)". */
function nameColumn(group: string, own: readonly Figure[], isByCompany: boolean): string {
  const first = own.find(({ period }) => period.start !== undefined) ?? own[0]
  if (!first || !isOfOneEnd(own)) return capital(group)
  if (!isByCompany)
    return first.isTrailing ? capital(group) : `${capital(group)} (${sayEnd(first)})`
  const isOneTime = own.every(one => nameTime(one) === nameTime(first))
  return isOneTime && !first.isTrailing
    ? `${group}, ${nameTime(first)} (${sayEnd(first)})`
    : `${group} (${sayEnd(first)})`
}

function toCell(
  { text, facts, computed, ...figure }: Figure,
  { cite, isDated }: { readonly cite: CiteFacts; readonly isDated: boolean },
): Statement {
  const said = isDated ? `${text} (${sayEnd(figure)})` : text
  // A figure that was reworded or calculated is in no quote.
  const isVerbatim = facts.length === 1 && facts[0]?.text === said
  const evidence = cite(facts.map(({ fact }) => fact))
  return { text: said, evidence, isVerbatim, ...(!isVerbatim && { computed }) }
}

function sayEnd({ period }: Pick<Figure, 'period'>): string {
  return `${period.start === undefined ? 'as of' : 'to'} ${sayDate(period.end)}`
}

function isOfOneEnd(figures: readonly Figure[]): boolean {
  return new Set(figures.map(({ period }) => period.end)).size === 1
}

function nameTime({ period, isTrailing }: Figure): string {
  if (isTrailing) return `12 months to ${sayDate(period.end)}`
  return nameFiscal(period).replace(/^the /, '')
}

function byTime(a: Figure, b: Figure): number {
  return a.period.end < b.period.end ? -1 : a.period.end > b.period.end ? 1 : 0
}
