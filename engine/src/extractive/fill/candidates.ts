import type { Finding } from '../../evidence/finding.ts'
import { cellNumber } from '../../tables/cell-number.ts'
import type { TableAnswer } from '../../tables/table.ts'
import { trim } from '../../text/sentences.ts'
import { stateTableAnswer } from '../../write/state-table-answer.ts'
import type { Candidate } from './ask-property.ts'

const SCALES = { '': 1, percent: 1, thousand: 1e3, million: 1e6, billion: 1e9 } as const
const MOST_CITED = 20

/** Returns the possible answers in a finding: a figure from a table first, then fields and sentences. */
export function candidatesIn({ sentences, tableAnswer }: Finding): Candidate[] {
  const read = sentences.map(({ passage, span, label, phrase, value }) => {
    if (label === undefined) return { passage, quote: span, answer: phrase ?? span }
    const whole = trim(passage.text, { start: span.start + label.length + 1, end: span.end })
    return { passage, quote: span, answer: value ?? whole, label }
  })
  return [...(tableAnswer ? figureOf(tableAnswer) : []), ...read]
}

function figureOf(answer: TableAnswer): Candidate[] {
  const { number, values, inputs, scale, kind } = answer
  const cited = [...values, ...inputs].slice(0, MOST_CITED)
  const [first] = cited
  const value =
    number ?? (values.length === 1 ? cellNumber(values[0]?.text ?? '')?.value : undefined)
  if (!first || value === undefined) return []
  const about = cited.flatMap(
    ({ passage: { text, title, headings, tableHeader = '' }, start, end }) => [
      ...[title, ...headings, tableHeader],
      text.slice(
        text.lastIndexOf('\n', start) + 1,
        end + (text.slice(end).indexOf('\n') + 1 || text.length),
      ),
    ],
  )
  const figure = {
    value: value * SCALES[scale],
    isPercent: scale === 'percent',
    about: about.join(' '),
    isCalculated: kind === 'calculation',
    cite: (ledger: Parameters<typeof stateTableAnswer>[1]) => [
      ...stateTableAnswer(answer, ledger).evidence,
    ],
  }
  const quote = { start: first.start, end: first.end }
  return [{ passage: first.passage, quote, answer: quote, figure }]
}
