import { STOP_WORDS } from '../../text/stop-words.ts'
import { contentStems, type Word, words } from '../../text/words.ts'
import type { TableQuestion } from '../read-question.ts'
import { ASKING_STEMS } from '../read-question.ts'
import { LIGHT_STEMS } from './light-words.ts'
import { type NamedColumn, namedColumns, nearness } from './named-columns.ts'
import { pickValues } from './pick-values.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'

/** A question in terms of a table: the column, the records, and the words that the table does not explain. */
export interface RecordQuestion {
  readonly intent: TableQuestion
  readonly table: RecordTable
  /** The column that is asked for, if one is named. */
  readonly column?: RecordColumn
  /** The values that select records, by column. */
  readonly picked: ReadonlyMap<RecordColumn, readonly string[]>
  readonly records: readonly TableRecord[]
  /** The words that nothing in or over the table explains. */
  readonly open: readonly Word[]
  /** Whether only a part of the column's header was named, or another one as well. */
  readonly isHalfNamed: boolean
  readonly isEither: boolean
  /** Confidence that the question means this, from 0 to 1. */
  readonly trust: number
}

const FULL_TRUST = 0.96
const UNEXPLAINED = 0.24
const UNKNOWN_NAME = 0.4
const HALF_NAMED = 0.1
const EITHER = 0.3

export function readRecordQuestion(table: RecordTable, intent: TableQuestion): RecordQuestion {
  const tokens = words(intent.text).filter(
    ({ start, end }) => !intent.periods.some(time => time.start <= start && end <= time.end),
  )
  const bound = intent.comparison?.threshold
  const stems = new Set(tokens.map(({ stem }) => stem))
  const named = namedColumns(table, stems)
  const [best, second] = named
  const ofBest = new Set(best?.column.stems)
  const picked = pickValues(table, tokens, ofBest)
  const column = named.find(one => !picked.has(one.column))
  const known = new Set([
    ...table.columns.flatMap(({ stems: own, header }) => [
      ...own,
      ...words(header.text).map(word => word.stem),
    ]),
    ...[...picked.values()].flat().flatMap(value => words(value).map(word => word.stem)),
    ...contentStems(table.about),
  ])
  const open = tokens.filter(
    ({ stem, folded }) =>
      !STOP_WORDS.has(folded) &&
      Number(folded) !== bound &&
      !known.has(stem) &&
      !ASKING_STEMS.has(stem) &&
      !LIGHT_STEMS.has(stem) &&
      !(best && nearness(stem, ofBest) > 0),
  )
  const read = {
    intent,
    table,
    ...(column && { column: column.column }),
    picked,
    records: table.records.filter(record => isPicked(record, picked)),
    open,
    isHalfNamed: column !== undefined && column.share < 1,
    isEither: isTie(best, second),
  }
  return { ...read, trust: trustIn(read) }
}

function isTie(best: NamedColumn | undefined, second: NamedColumn | undefined): boolean {
  return (
    best !== undefined &&
    best.column.kind === second?.column.kind &&
    best.share === second.share &&
    best.many === second.many
  )
}

type Doubts = Pick<RecordQuestion, 'open' | 'isHalfNamed' | 'isEither'>

/** Any word that the table does not explain may be the real subject of the question. */
export function trustIn({ open, isHalfNamed, isEither }: Doubts): number {
  const unexplained = open.reduce(
    (sum, { text, start }) => sum + (isName(text, start) ? UNKNOWN_NAME : UNEXPLAINED),
    0,
  )
  const named = (isHalfNamed ? HALF_NAMED : 0) + (isEither ? EITHER : 0)
  return Math.max(0, FULL_TRUST - unexplained - named)
}

function isPicked(
  { cells }: TableRecord,
  picked: ReadonlyMap<RecordColumn, readonly string[]>,
): boolean {
  for (const [{ index }, values] of picked)
    if (!values.includes(cells[index]?.text ?? '')) return false
  return true
}

function isName(text: string, start: number): boolean {
  return start > 0 && /^\p{Lu}/u.test(text)
}
