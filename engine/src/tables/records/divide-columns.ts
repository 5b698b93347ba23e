import { words } from '../../text/words.ts'
import { DECIMALS, ratio, share } from '../calculate.ts'
import { splits } from '../find-series.ts'
import { asksPercent } from '../read-question.ts'
import type { Scale, TableAnswer, TableCell } from '../table.ts'
import { namedColumns } from './named-columns.ts'
import { type RecordQuestion, trustIn } from './record-question.ts'
import type { RecordColumn, RecordTable } from './record-table.ts'
import { atAskedTimes, isDated, latest, numbersOf } from './select-records.ts'

const PER = /^(?<over>.{2,200}?)\s+per\s+(?<under>.{2,200})$/i
const MARGIN = /\b(?<of>net|operating|gross|profit|ebitda?)(?:\s+(?:profit|income))?\s+margins?\b/i

interface Quotient {
  readonly over: RecordColumn
  readonly under: RecordColumn
  readonly isPercent: boolean
}

/** Divides one column by another of the same record: per head, as a share, or as a margin. */
export function divideColumns(question: RecordQuestion): TableAnswer | undefined {
  const quotient = quotientOf(question)
  if (!quotient) return undefined
  const dated = atAskedTimes(question)
  const records =
    dated && question.intent.periods.length === 0 && isDated(question.table) ? latest(dated) : dated
  const [record, ...others] = records ?? []
  if (!record || others.length > 0) return undefined
  const { over, under, isPercent } = quotient
  const [[a], [b]] = [numbersOf([record], over), numbersOf([record], under)]
  const isScaled = !isPercent && over.scale !== under.scale
  const calculated =
    a &&
    b &&
    (isPercent ? share(a, b) : isScaled ? ratio(full(a, over), full(b, under)) : ratio(a, b))
  if (!calculated) return undefined
  const open = question.open.filter(({ stem }) => stem !== 'margin')
  return {
    kind: 'calculation',
    values: [],
    number: calculated.number,
    scale: isPercent ? 'percent' : '',
    decimals: DECIMALS,
    calculated: 'ratio',
    operation: calculated.operation,
    inputs: [a, b],
    ...(isScaled && over.unit && { unit: over.unit }),
    confidence: trustIn({ open, isHalfNamed: false, isEither: false }),
  }
}

const ZEROS: Readonly<Record<Scale, number>> = {
  '': 0,
  percent: 0,
  thousand: 3,
  million: 6,
  billion: 9,
}

/** Writes out the number of a cell, for dividing two cells with different scales. */
function full(cell: TableCell, { scale }: RecordColumn): TableCell {
  if (!cell.number) return cell
  const [whole = '0', rest = ''] = cell.number.digits.split('.')
  const padded = rest.padEnd(ZEROS[scale], '0')
  const after = padded.slice(ZEROS[scale])
  const digits = `${whole}${padded.slice(0, ZEROS[scale])}${after === '' ? '' : `.${after}`}`
  return { ...cell, number: { ...cell.number, digits, value: Number(digits) } }
}

function quotientOf({ intent, table }: RecordQuestion): Quotient | undefined {
  const text = intent.text.replace(/[?.]\s*$/, '')
  const { over, under } = PER.exec(text)?.groups ?? {}
  if (over !== undefined && under !== undefined) return of(table, over, under, false)
  const margin = MARGIN.exec(text)?.groups?.['of']?.toLowerCase()
  if (margin !== undefined && !table.columns.some(({ header }) => /margin/i.test(header.text)))
    return of(table, `${margin === 'profit' ? 'net' : margin} income`, 'revenue', true)
  if (intent.operation !== 'ratio' && intent.operation !== 'share') return undefined
  for (const [a = '', b = '', ...others] of splits(intent)) {
    const found = others.length === 0 ? of(table, a, b, asksPercent(intent)) : undefined
    if (found) return found
  }
  return undefined
}

function of(table: RecordTable, over: string, under: string, isPercent: boolean) {
  const [a, b] = [measureIn(table, over), measureIn(table, under)]
  return a && b && a !== b ? { over: a, under: b, isPercent } : undefined
}

const LEAST_SHARE = 0.6

function measureIn(table: RecordTable, phrase: string): RecordColumn | undefined {
  const [best] = namedColumns(table, new Set(words(phrase).map(({ stem }) => stem)))
  return best?.column.kind === 'measure' && best.share >= LEAST_SHARE ? best.column : undefined
}
