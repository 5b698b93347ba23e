import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { type LeadingValue, leadingValue } from '../text/leading-value.ts'
import { compareFigures } from './compare-figures.ts'
import { nameField } from './state-found.ts'

/** Findings about the same thing of several subjects, side by side. */
export interface ComparedFindings {
  readonly findings: readonly Finding[]
  readonly row: ComparisonTable['rows'][number]
  readonly subjects: readonly string[]
  /** What follows from the figures, or the values one after the other. */
  readonly conclusion: Statement
}

/** The comparisons among the findings: one for each attribute that was asked of several subjects. */
export function compareFindings(findings: readonly Finding[], ledger: Ledger): ComparedFindings[] {
  const groups = Map.groupBy(
    findings.filter(({ part }) => part.subject && part.attribute && !part.isSkipped),
    ({ part }) => part.attribute,
  )
  return [...groups.values()].flatMap(group => compareGroup(group, ledger) ?? [])
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
  const comparison = compareFigures(what, known)
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
