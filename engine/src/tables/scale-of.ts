import { statedAbove } from './records/measured-in.ts'
import { statedScale } from './stated-scale.ts'
import type { CitedValue, Scale, Table, TableCell } from './table.ts'

/** Prose speaks about the table's numbers only in words such as these; other millions are its own. */
const IN_SCALE =
  /(?:\bin|\(|[$€£])\s*(?:[\p{L}.$€£’']+\s+){0,3}?(?<word>thousands|millions|billions)\b(?! of (?!us\b|u\.s|nt\b|hk\b|canadian|australian|euro|dollars|pounds))|(?<sign>\bin\s+(?:[\p{L}.]+\s+){0,2}?[$€£¥]?\s?['’‘]?000['’‘]?s?\b|[$€£¥]\s?['’‘]?000['’‘]?s?\b)|\bin (?:US)?[$€£](?<letter>m|mn|bn)\b/iu
const PERCENT = /%|\bper ?cent(?:age)?s?\b/i
/** What is counted one by one whatever the table counts in. */
const SINGLE =
  /\bper (?:common |ordinary |diluted |basic |preferred )?(?:share|unit|adr?s|day|watt|employee|barrel|ton)\b|\bper[- ]share\b|\bEPS\b|\(years?\)|\(in years\)|\b(?:ratio|multiple|times)\b|\bcents\b|\bnumber of (?!shares)/i
const MOST_LINES = 400
const SCALE_WORDS: Readonly<Record<string, Scale>> = {
  thousands: 'thousand',
  millions: 'million',
  billions: 'billion',
}

/** What the number of a cell is counted in, by what is written nearest to it. */
export function scaleOf(table: Table, cell: TableCell): Scale {
  if (cell.number?.isPercent) return 'percent'
  const row = table.rows.find(({ index }) => index === cell.row)
  const column = table.columns.find(({ index }) => index === cell.column)
  const label = row?.label ?? ''
  const own = (column?.cells ?? []).filter(
    one => !table.columns.every(other => other.cells.includes(one)),
  )
  const header = own.map(one => one.text).join(' ')
  if (PERCENT.test(label)) return 'percent'
  const isMoney = /[$€£¥]/.test(cell.text)
  if (!isMoney && (PERCENT.test(header) || isPercentColumn(table, cell.column)))
    return statedScale(header) || 'percent'
  const near = statedScale(label) || statedScale(header)
  if (near) return near
  if (SINGLE.test(label) || SINGLE.test(header)) return ''
  const sections = (row?.sections ?? []).map(section => section.text).join(' ')
  if (SINGLE.test(row?.sections.at(-1)?.text ?? '')) return ''
  const whole =
    statedScale(sections) ||
    statedScale(`${table.caption} ${table.columns.map(one => one.header).join(' ')}`)
  if (whole) return whole
  const above = statedAbove(label, table.lead)
  if (above) return statedScale(above.text)
  return scaleInProse(table.surroundings)
}

/** The caption, where it is what says what a cell is counted in. */
export function unitOf(table: Table, cell: TableCell): CitedValue | undefined {
  const label = table.rows.find(({ index }) => index === cell.row)?.label ?? ''
  const above = cell.number && statedAbove(label, table.lead)
  return above && scaleOf(table, cell) === statedScale(above.text) ? above : undefined
}

/** The line that introduces a table speaks for it before any other. */
function scaleInProse(prose: string): Scale {
  const lines = prose.split('\n')
  const first = [...lines.filter(line => /:\s*$|\btable\b/i.test(line)), ...lines]
  for (const line of first.slice(0, MOST_LINES)) {
    const { word, sign, letter } = IN_SCALE.exec(line)?.groups ?? {}
    if (word) return SCALE_WORDS[word.toLowerCase()] ?? ''
    if (sign) return 'thousand'
    if (letter) return letter.toLowerCase() === 'bn' ? 'billion' : 'million'
  }
  return ''
}

/** Accountants write the sign once, at the head of the column. */
function isPercentColumn(table: Table, column: number): boolean {
  const cells = table.rows.flatMap(row =>
    row.cells.filter(cell => cell.column === column && cell.number),
  )
  return cells[0]?.number?.isPercent === true && !cells.some(cell => /[$€£¥]/.test(cell.text))
}
