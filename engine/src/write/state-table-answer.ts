import type { Ledger } from '../evidence/ledger.ts'
import type { CitedValue } from '../tables/table.ts'
import type { TableAnswer } from '../tables/table-answer.ts'
import { blocks } from '../text/blocks.ts'
import { quantities } from '../text/quantities.ts'
import { lines, sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import type { Statement } from './statement.ts'

/** A figure from a table, or one calculated from its cells, in a sentence. */
export function stateTableAnswer(answer: TableAnswer, ledger: Ledger): Statement {
  const cited = [...answer.values, ...answer.inputs]
  const evidence = [...new Set(cited.map(value => ledger.enter(value.passage, contextOf(value))))]
  if (answer.number !== undefined) {
    const result = `${format(answer.number, answer.decimals)}${scaleOf(answer)}`
    const labels = [...new Set(cited.map(labelOf))].filter(label => label !== '')
    const about = labels.length > 0 ? `${labels.join(', ')}: ` : ''
    const derivation = answer.operation === undefined ? '' : ` (${answer.operation})`
    return {
      text: `${about}${result}${derivation}.`,
      evidence,
      isVerbatim: false,
      computed: [answer.number],
    }
  }
  const values = answer.values.map(value => {
    const label = labelOf(value)
    return label === '' || label === value.text ? value.text : `${label}: ${value.text}`
  })
  return {
    text: `${values.join('; ')}${scaleOf(answer)}.`,
    evidence,
    isVerbatim: false,
    // The scale stands over the table, not in the quoted row.
    computed: answer.values.flatMap(({ text }) => quantities(text).map(({ value }) => value)),
  }
}

function scaleOf({ scale, values }: TableAnswer): string {
  if (scale === '') return ''
  if (scale === 'percent') return values.some(({ text }) => text.includes('%')) ? '' : '%'
  return ` ${scale}`
}

function format(value: number, decimals: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.max(decimals, 0) })
}

/** What the row of a cell is called. */
function labelOf({ passage, start, end }: CitedValue): string {
  for (const block of blocks(passage.text)) {
    if (block.kind !== 'table' || start < block.start || end > block.end) continue
    const row = block.rows.find(cells => cells.some(cell => cell.start <= start && end <= cell.end))
    return row?.find(({ text }) => text !== '')?.text ?? ''
  }
  return ''
}

/** The row or the sentence that a value stands in: a number alone proves nothing. */
function contextOf({ passage, start, end }: CitedValue): Span {
  const line = lines(passage.text).find(one => one.start <= start && end <= one.end)
  if (!line) return { start, end }
  const text = passage.text.slice(line.start, line.end)
  if (text.trimStart().startsWith('|')) return line
  const sentence = sentences(text).find(
    one => line.start + one.start <= start && end <= line.start + one.end,
  )
  return sentence ? { start: line.start + sentence.start, end: line.start + sentence.end } : line
}
