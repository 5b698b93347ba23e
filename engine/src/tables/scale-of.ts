import type { Scale, Table, TableCell } from './table.ts'

const STATED: readonly (readonly [Scale, RegExp])[] = [
  ['thousand', /\bthousands?\b(?! of\b)|[$€£¥]\s?['’‘]?000s?\b|['’‘]000s?\b|\(000s?\)|\b000s\b|\b(?:US)?\$k\b|\bRMB['’]000/i],
  ['million', /\bmillions?\b|(?:[$€£¥]|\b(?:US|EUR|GBP|CHF|RMB|DKK|SEK|NOK|USD|Rs))\s?m(?:n|illion)?\b|\bmn\b|\bUSDm\b|\bUS\$m\b/i],
  ['billion', /\bbillions?\b|[$€£¥]\s?bn\b|\bbn\b/i],
]
/** Prose speaks about the table's numbers only in words such as these; other millions are its own. */
const IN_SCALE = /(?:\bin|\bstated in|\bexpressed in|\bpresented in|\(|\$|€|£)\s*(?:[\p{L}.$€£’']+\s+){0,3}?(thousands|millions|billions)\b/iu
const PERCENT = /%|\bper ?cent(?:age)?s?\b/i
/** What is counted one by one whatever the table counts in. */
const SINGLE = /\bper (?:common |ordinary |diluted |basic |preferred )?(?:share|unit|adr?s|day|watt|employee|barrel|ton)\b|\bper[- ]share\b|\bEPS\b|\(years?\)|\(in years\)|\b(?:ratio|multiple|times)\b|\bcents\b|\bnumber of (?!shares)/i
const MONEY_SCALE_ONLY = /(?:dollars?|[$€£])\s+in (?:thousands|millions|billions)/i

/** What the number of a cell is counted in, by what is written nearest to it. */
export function scaleOf(table: Table, cell: TableCell): Scale {
  if (cell.number?.isPercent) return 'percent'
  const row = table.rows.find(({ index }) => index === cell.row)
  const column = table.columns.find(({ index }) => index === cell.column)
  const label = row?.label ?? ''
  const header = column?.header ?? ''
  if (PERCENT.test(label) && !PERCENT.test(header)) return 'percent'
  if (/%|\bpercent(?:age)?\b/i.test(header.replace(/\([^)]*\)\s*$/, match => match))) return stated(header) || 'percent'
  const near = stated(label) || stated(header)
  if (near) return near
  if (SINGLE.test(label) || SINGLE.test(header)) return ''
  const sections = (row?.sections ?? []).map(section => section.text).join(' ')
  if (SINGLE.test(sections)) return ''
  const whole = stated(sections) || stated(`${table.caption} ${table.columns.map(one => one.header).join(' ')}`)
  if (whole) return whole
  if (MONEY_SCALE_ONLY.test(table.surroundings) && /\bnumber|shares\b/i.test(label)) return ''
  const named = IN_SCALE.exec(table.surroundings)?.[1]?.toLowerCase()
  if (named === undefined) return ''
  return named === 'thousands' ? 'thousand' : named === 'millions' ? 'million' : 'billion'
}

function stated(text: string): Scale {
  return STATED.find(([, pattern]) => pattern.test(text))?.[0] ?? ''
}
