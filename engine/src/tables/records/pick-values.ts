import { STOP_WORDS } from '../../text/stop-words.ts'
import { contentStems, type Word, words } from '../../text/words.ts'
import { ASKING_STEMS } from '../read-question.ts'
import { LIGHT_STEMS } from './light-words.ts'
import type { RecordColumn, RecordTable } from './record-table.ts'

/** Marks words that carry no meaning. */
const SMALL = '·'

/** Finds values that the question repeats, or else a word that only one value has. */
export function pickValues(
  table: RecordTable,
  tokens: readonly Word[],
  taken: ReadonlySet<string>,
): Map<RecordColumn, string[]> {
  const asked = tokens.map(formOf)
  const sequence = ` ${asked.join(' ')} `
  const picked = new Map<RecordColumn, string[]>()
  const names = table.columns.filter(({ kind }) => kind === 'name')
  const about = new Set([...contentStems(table.about), ...taken, ...ASKING_STEMS, ...LIGHT_STEMS])
  for (const column of names) {
    const values = new Set(table.records.map(({ cells }) => cells[column.index]?.text ?? ''))
    const found: string[] = []
    const byWord = new Map<string, string[]>()
    for (const value of values) {
      const stems = words(value).map(formOf)
      if (stems.length === 0 || stems.every(stem => taken.has(stem))) continue
      if (sequence.includes(` ${stems.join(' ')} `)) found.push(value)
      for (const stem of new Set(stems)) byWord.set(stem, [...(byWord.get(stem) ?? []), value])
    }
    const longest = found.filter(
      value => !found.some(other => other !== value && ` ${other} `.includes(` ${value} `)),
    )
    if (longest.length === 0) {
      for (const stem of asked) {
        const [only, ...others] = byWord.get(stem) ?? []
        if (
          only !== undefined &&
          others.length === 0 &&
          !stem.startsWith(SMALL) &&
          !about.has(stem)
        )
          longest.push(only)
      }
    }
    if (longest.length > 0) picked.set(column, [...new Set(longest)])
  }
  return picked
}

/** Stop words are not stemmed: "Ares" is not a form of "are". */
function formOf({ stem, folded }: Word): string {
  return STOP_WORDS.has(folded) ? `${SMALL}${folded}` : stem
}
