import type { Table, TableCell, TableRow } from '../../tables/table.ts'
import { METRICS, type Metric } from '../metrics.ts'

/** A row of a printed statement that gives a metric. */
export interface StatementLine {
  readonly metric: Metric
  readonly row: TableRow
  readonly cells: readonly TableCell[]
}

const PER_SHARE = 'Per share and shares'
const STATEMENTS = new Set(['Income statement', PER_SHARE, 'Balance sheet', 'Cash flow statement'])
const OF_OTHERS =
  /\b(?:to|of|from|by) (?:the )?(?:redeemable )?(?:non-?controlling|minority)|discontinued operations|parent company/i
/** Of several rows for a metric, the one that says this, or else the first. */
const PREFERRED: Readonly<Record<string, RegExp>> = {
  property: /\bnet\b/i,
  'net-income': /attributable to/i,
}
const TOTAL = /^total\b/i

const PATTERNS = METRICS.filter(
  ({ section, concepts }) => STATEMENTS.has(section ?? '') && concepts.length > 0,
).map(metric => ({
  metric,
  pattern: new RegExp(`^(?:${metric.printed ?? metric.asked})$`, 'iu'),
}))

/** Finds the rows of a table that give metrics, the best row for each. */
export function statementLines({ rows }: Table): StatementLine[] {
  const found = rows.flatMap(row => {
    const cells = row.cells.filter(({ number, scale }) => number && scale !== 'percent')
    if (cells.length === 0 || OF_OTHERS.test(row.label)) return []
    return metricsOf(row).map(metric => ({ metric, row, cells }))
  })
  const byMetric = Map.groupBy(found, ({ metric }) => metric)
  return [...byMetric].flatMap(([{ id }, lines]) => {
    const preferred = PREFERRED[id] ?? TOTAL
    return lines.find(({ row }) => preferred.test(row.label)) ?? lines.slice(0, 1)
  })
}

/** The metrics that a row's label names, alone or with the section above it: "Earnings per share: basic". */
function metricsOf({ label, sections }: TableRow): Metric[] {
  const own = plainLabel(label)
  const whole = `${plainLabel(sections.at(-1)?.text ?? '')} ${own}`.trim()
  if (own === '') return []
  return PATTERNS.filter(
    ({ metric, pattern }) =>
      pattern.test(own) || (metric.section === PER_SHARE && pattern.test(whole)),
  ).map(({ metric }) => metric)
}

/** Without remarks in parentheses, "net of allowances" and the like. */
function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .replace(/(?:\s*[,—–]\s*|\s+-\s+)(?:net of|less)\b.*$/, '')
    .replace(/(?:(?:\s*[,—–]\s*|\s+-\s+|\s+)(?:net|at cost))+\s*$/, '')
    .replace(/\s*[—–]\s*|(?<=\w)-(?=\w)|\s+-\s+/g, ' ')
    .replace(/[:*†.\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
