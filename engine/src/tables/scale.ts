import { statedScale as lexScale } from '../text/lex/units.ts'
import {
  type CellNumber,
  type CitedValue,
  cellNumber,
  type Scale,
  type TableColumn,
  type TableContext,
} from './table.ts'

const NAMES: Readonly<Record<number, Scale>> = { 1e3: 'thousand', 1e6: 'million', 1e9: 'billion' }
/** Prose speaks about the table's numbers only in words such as these; other millions are its own. */
const IN_SCALE =
  /(?:\bin|\(|[$€£])\s*(?:[\p{L}.$€£’']+\s+){0,3}?(?:thousands|millions|billions)\b(?! of (?!us\b|u\.s|nt\b|hk\b|canadian|australian|euro|dollars|pounds))|(?:\bin\s+(?:[\p{L}.]+\s+){0,2}?[$€£¥]?|[$€£¥])\s?['’‘]?000['’‘]?s?\b|\bin (?:US)?[$€£](?:m|mn|bn)\b/iu
export const PERCENT = /%|\bper ?cent(?:age)?s?\b|\bpct\b/i
export const MONEY =
  /[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|INR|SEK|NOK|DKK|PLN|CZK|AUD|CAD|euros?|dollars?)\b/i
/** Rates, and things counted one by one whatever the table counts in. */
export const SINGLE =
  /\bper (?:\w+ )?(?:share|unit|adr?s|day|watt|employee|barrel|ton)\b|\bper[- ]share\b|\bEPS\b|\(years?\)|\(in years\)|\b(?:ratio|multiple|times|cents|employees|headcount|staff|customers|stores|population)\b|\bnumber of (?!shares)/i
const MOST_LINES = 400

/** Returns the scale that a label, a header or a caption states. */
export function statedScale(text: string): Scale {
  return NAMES[lexScale(text)] ?? ''
}

/** Returns how the cells of a table are scaled, by the text nearest to each. */
export function createScales({
  caption,
  columns,
  data,
  context,
}: {
  readonly caption: string
  readonly columns: readonly TableColumn[]
  readonly data: readonly (readonly CitedValue[])[]
  readonly context: TableContext
}) {
  const headers = columns.map(column => ownHeader(column, columns))
  // Accountants write the percent sign once, at the head of the column.
  const percentColumns = columns.filter(({ index }) => {
    const first = data.find(row => cellNumber(row[index]?.text ?? ''))
    return first?.[index]?.text.includes('%')
  })
  const { lead } = context
  const isLead = lead !== undefined && isUnitLine(lead.text)
  const whole =
    statedScale(`${caption} ${columns.map(({ header }) => header).join(' ')}`) ||
    (isLead ? statedScale(lead.text) : scaleInProse(context.surroundings))
  return (
    cell: CitedValue & { readonly number?: CellNumber },
    place: {
      readonly label: string
      readonly sections: readonly CitedValue[]
      readonly column: TableColumn
    },
  ): { readonly scale: Scale; readonly unit?: CitedValue } => {
    const { label, sections, column } = place
    const header = headers[column.index - 1] ?? ''
    if (!cell.number) return { scale: '' }
    if (cell.number.isPercent || PERCENT.test(label)) return { scale: 'percent' }
    const isPercent = PERCENT.test(header) || percentColumns.includes(column)
    if (isPercent && !MONEY.test(cell.text)) return { scale: statedScale(header) || 'percent' }
    const near = statedScale(label) || statedScale(header)
    if (near) return { scale: near }
    if ([label, header, sections.at(-1)?.text ?? ''].some(text => SINGLE.test(text)))
      return { scale: '' }
    const scale = statedScale(sections.map(({ text }) => text).join(' ')) || whole
    return isLead && scale === statedScale(lead.text) ? { scale, unit: lead } : { scale }
  }
}

/** The header of a column without the cells that span all columns. */
function ownHeader({ cells }: TableColumn, columns: readonly TableColumn[]): string {
  const own = cells.filter(cell => !columns.every(other => other.cells.includes(cell)))
  return own.map(({ text }) => text).join(' ')
}

/** A line above a table states its unit if it holds no figure itself. */
export function isUnitLine(line: string): boolean {
  if (statedScale(line) === '' && !MONEY.test(line)) return false
  return !/\d/.test(line.replace(/000|\b(?:19|20)\d{2}\b/g, ''))
}

/** The line that introduces a table speaks for it before any other. */
function scaleInProse(prose: string): Scale {
  const lines = prose.split('\n')
  const first = [...lines.filter(line => /:\s*$|\btable\b/i.test(line)), ...lines]
  for (const line of first.slice(0, MOST_LINES)) {
    const found = IN_SCALE.exec(line)?.[0]
    if (found) return /000/.test(found) ? 'thousand' : statedScale(found)
  }
  return ''
}
