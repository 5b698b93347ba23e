import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { type LeadingValue, leadingValue } from '../text/leading-value.ts'
import { trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { calculateChange, calculateFigures, listYears, yearlyValues } from './calculate-figures.ts'
import { type Comparison, compareFigures } from './compare-figures.ts'
import { nameField } from './state-found.ts'

/** Findings about the same thing of several subjects, side by side. */
export interface ComparedFindings {
  readonly findings: readonly Finding[]
  readonly row: ComparisonTable['rows'][number]
  readonly subjects: readonly string[]
  /** What follows from the figures, or the values one after the other. */
  readonly conclusion: Statement
}

/**
 * The comparisons among the findings: one for each attribute that was asked of several subjects, or
 * of several years of one.
 */
export function compareFindings(findings: readonly Finding[], ledger: Ledger): ComparedFindings[] {
  const groups = Map.groupBy(
    findings.filter(({ part }) => part.subject && part.attribute && !part.isSkipped),
    ({ part }) => `${part.reckoning?.kind ?? ''} ${part.attribute}`,
  )
  return [...groups.values()].flatMap(group => {
    const changes = group.flatMap(finding => compareYears(finding, ledger) ?? [])
    return changes.length > 0 ? changes : (compareGroup(group, ledger) ?? [])
  })
}

interface Column {
  readonly finding: Finding
  readonly subject: string
  readonly field: FoundSentence & { readonly label: string }
  readonly value: LeadingValue
  readonly cell: Statement
}

function compareGroup(group: readonly Finding[], ledger: Ledger): ComparedFindings | undefined {
  const label = commonLabel(group)
  if (label === undefined) return undefined
  const columns = group.map(finding => columnOf(finding, { label, ledger }))
  const known = columns.filter(column => column !== undefined)
  if (known.length < 2) return undefined
  const what = nameField(label, undefined)
  const comparison = reckon(what, known)
  const values = known.map(({ subject, value }) => `${subject}: ${value.text}`)
  return {
    findings: known.map(({ finding }) => finding),
    subjects: group.map(({ part }) => part.subject?.name ?? ''),
    row: { label: what, cells: columns.map(column => column?.cell) },
    conclusion: {
      text: comparison?.text ?? `${what}. ${values.join('; ')}.`.replace('. ', ' — '),
      evidence: known.flatMap(({ cell }) => cell.evidence),
      isVerbatim: false,
      computed: comparison?.computed ?? [],
    },
  }
}

function reckon(what: string, known: readonly Column[]): Comparison | undefined {
  const reckoning = known[0]?.finding.part.reckoning
  const isTotal = reckoning?.kind === 'sum' || reckoning?.kind === 'mean'
  const total = isTotal ? calculateFigures(what, known, reckoning.kind) : undefined
  return total ?? compareFigures(what, known, reckoning)
}

/** The same field in several years, if that is what was asked for and the field has them. */
function compareYears(finding: Finding, ledger: Ledger): ComparedFindings | undefined {
  const { reckoning, subject } = finding.part
  if (!subject || (reckoning?.kind !== 'change' && reckoning?.kind !== 'years')) return undefined
  for (const { label, passage, span } of finding.sentences) {
    if (label === undefined) continue
    const values = yearlyValues(passage.text, valueSpan(passage.text, span, label))
    const what = nameField(label, subject.name)
    const compared =
      reckoning.kind === 'change'
        ? calculateChange(what, values, reckoning)
        : listYears(what, values, reckoning.years)
    if (!compared) continue
    const { text, computed } = compared
    const end = Math.max(...compared.values.map(value => value.end))
    const evidence = [ledger.enter(passage, { start: span.start, end })]
    const cells = compared.values.map(value => ({ text: value.text, evidence, isVerbatim: true }))
    return {
      findings: [finding],
      subjects: compared.values.map(({ year }) => String(year)),
      row: { label: what, cells },
      conclusion: { text, evidence, isVerbatim: false, computed },
    }
  }
  return undefined
}

/** The label under which most of the subjects have a value, the better placed one in a tie. */
function commonLabel(group: readonly Finding[]): string | undefined {
  const votes = new Map<string, number>()
  for (const { sentences } of group) {
    for (const label of new Set(sentences.flatMap(found => found.label ?? []))) {
      votes.set(label, (votes.get(label) ?? 0) + 1)
    }
  }
  const [best] = [...votes].sort(([, one], [, other]) => other - one)
  return best && best[1] > 1 ? best[0] : undefined
}

function columnOf(
  finding: Finding,
  { label, ledger }: { label: string; ledger: Ledger },
): Column | undefined {
  const field = finding.sentences.find(found => found.label === label)
  if (!field) return undefined
  const { passage, span, text } = field
  const from = span.start + label.length + 1
  const start =
    from +
    (passage.text.slice(from, span.end).length -
      passage.text.slice(from, span.end).trimStart().length)
  const value = leadingValue(passage.text, field.value ?? { start, end: span.end })
  const evidence = [ledger.enter(passage, { start: span.start, end: value.end })]
  return {
    finding,
    subject: finding.part.subject?.name ?? '',
    field: { ...field, label, text },
    value,
    cell: { text: value.text, evidence, isVerbatim: true },
  }
}

/** Where the value stands behind the label and its colon. */
function valueSpan(text: string, { start, end }: Span, label: string): Span {
  return trim(text, { start: start + label.length + 1, end })
}
