import lists from '../../data/word-lists.json' with { type: 'json' }
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentStems, type Word, words } from '../text/words.ts'
import type { Period } from './labels.ts'
import { ASKING_STEMS, type TableQuestion } from './read-question.ts'
import type { RecordColumn, RecordTable, TableRecord } from './record-table.ts'
import { timeOf } from './series.ts'

/** A question in terms of a table. */
export interface Query {
  readonly intent: TableQuestion
  readonly table: RecordTable
  /** The column that is asked for, if one is named. */
  readonly column: RecordColumn | undefined
  /** The values that select records, by column. */
  readonly picked: ReadonlyMap<RecordColumn, readonly string[]>
  /** The records of these values, at all times. */
  readonly records: readonly TableRecord[]
  /** Of these, the ones of the times that the question names; none if one of them is missing. */
  readonly dated: readonly TableRecord[]
  /** Confidence that the question means this, from 0 to 1. */
  readonly trust: number
}

const FULL_TRUST = 0.96
/** Any word that the table does not explain may be the real subject of the question. */
const UNEXPLAINED = 0.24
const UNKNOWN_NAME = 0.4
/** Only a part of the column's header was named, or another one as well. */
const HALF_NAMED = 0.1
const EITHER = 0.3
const LEAST_NAMED = 0.5

export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(words(text).map(({ stem }) => stem))
/** Words that do not name what a question is about, besides question words. */
const LIGHT = stemsOf(lists['light words']).union(ASKING_STEMS)
const UNITS = stemsOf(lists['units in headers'])

/** Reads which column and which records of a table a question means. */
export function readQuery(table: RecordTable, intent: TableQuestion): Query {
  const tokens = words(intent.text).filter(
    ({ start, end }) => !intent.periods.some(time => time.start <= start && end <= time.end),
  )
  const named = namedColumns(table, new Set(tokens.map(({ stem }) => stem)))
  const [best, second] = named
  const picked = pickValues(table, tokens, new Set(best?.column.stems))
  const asked = named.find(one => !picked.has(one.column))
  const headers = table.columns.map(({ header }) => header.text)
  const known = stemsOf([table.about, ...headers, ...[...picked.values()].flat()].join(' '))
  const open = tokens.filter(
    ({ stem, folded }) =>
      !STOP_WORDS.has(folded) &&
      Number(folded) !== intent.comparison?.threshold &&
      !known.has(stem) &&
      !LIGHT.has(stem),
  )
  const isEither = best && best.column.kind === second?.column.kind && best.share === second.share
  const doubt = open.reduce(
    (sum, { text, start }) =>
      sum + (start > 0 && /^\p{Lu}/u.test(text) ? UNKNOWN_NAME : UNEXPLAINED),
    (asked && asked.share < 1 ? HALF_NAMED : 0) + (isEither ? EITHER : 0),
  )
  const records = table.records.filter(({ cells }) =>
    [...picked].every(([{ index }, values]) => values.includes(cells[index]?.text ?? '')),
  )
  const dated = atTimes(intent, table, records)
  const trust = Math.max(0, FULL_TRUST - doubt)
  return { intent, table, column: asked?.column, picked, records, dated, trust }
}

/** The columns whose headers a question names, measures first. */
function namedColumns({ columns }: RecordTable, asked: ReadonlySet<string>) {
  return columns
    .map(column => {
      const telling = column.stems.filter(stem => !ASKING_STEMS.has(stem) && !UNITS.has(stem))
      const own = telling.length > 0 ? telling : column.stems
      const share = own.filter(stem => asked.has(stem)).length / Math.max(1, own.length)
      return { column, share, isMeasure: Number(column.kind === 'measure') }
    })
    .filter(({ column, share }) => column.kind !== 'time' && share >= LEAST_NAMED)
    .toSorted((a, b) => b.isMeasure - a.isMeasure || b.share - a.share)
}

/** Finds values that the question repeats, or else a word that only one value has. */
function pickValues(
  table: RecordTable,
  tokens: readonly Word[],
  taken: ReadonlySet<string>,
): Map<RecordColumn, string[]> {
  const sequence = ` ${tokens.map(({ folded }) => folded).join(' ')} `
  const known = contentStems(table.about).union(taken).union(LIGHT)
  const telling = tokens.filter(({ folded, stem }) => !STOP_WORDS.has(folded) && !known.has(stem))
  const picked = new Map<RecordColumn, string[]>()
  for (const column of table.columns.filter(({ kind }) => kind === 'name')) {
    const values = [...new Set(table.records.map(({ cells }) => cells[column.index]?.text ?? ''))]
      .map(text => ({ text, own: words(text) }))
      .filter(({ own }) => own.length > 0 && !own.every(({ stem }) => taken.has(stem)))
    const said = values.filter(({ own }) =>
      sequence.includes(` ${own.map(({ folded }) => folded).join(' ')} `),
    )
    const longest = said.filter(
      ({ text }) => !said.some(one => one.text !== text && ` ${one.text} `.includes(` ${text} `)),
    )
    const byWord = telling.flatMap(({ stem }) => {
      const having = values.filter(({ own }) => own.some(word => word.stem === stem))
      return having.length === 1 ? having : []
    })
    const found = longest.length > 0 ? longest : byWord
    if (found.length > 0) picked.set(column, [...new Set(found.map(({ text }) => text))])
  }
  return picked
}

function atTimes(
  { periods, isRange, text }: TableQuestion,
  { isDated, about }: RecordTable,
  records: readonly TableRecord[],
): readonly TableRecord[] {
  if (periods.length === 0) return records
  // The title of a table without times may state its year.
  if (!isDated)
    return periods.every(({ years }) => years.every(year => about.includes(String(year))))
      ? records
      : []
  const groups = periods.map(period => records.filter(record => isAt(record, period)))
  if (groups.some(group => group.length === 0)) return []
  const times = groups.flat().map(timeOf)
  const isStretch =
    isRange || (periods.length === 2 && BETWEEN.test(text.slice(0, periods[0]?.start)))
  return records.filter(record =>
    isStretch
      ? timeOf(record) >= Math.min(...times) && timeOf(record) <= Math.max(...times)
      : times.includes(timeOf(record)),
  )
}

const BETWEEN = /\b(?:between|from|since)\s+(?:the\s+)?(?:fiscal\s+)?(?:years?\s+)?$/i

function isAt({ period: own }: TableRecord, period: Period): boolean {
  return (
    own !== undefined &&
    period.years.every(year => own.years.includes(year)) &&
    (['part', 'month', 'day'] as const).every(
      key => period[key] === undefined || period[key] === own[key],
    )
  )
}
