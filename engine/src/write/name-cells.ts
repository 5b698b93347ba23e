import { periodOf, plainLabel, timelessLabel } from '../tables/labels.ts'
import type { CitedValue } from '../tables/table.ts'
import { scaleOfWord } from '../text/lex/units.ts'
import { words } from '../text/words.ts'

/** What a cell is called, from what stands beside and above it. */
export interface CellName {
  /** Of its row and its column, what is measured. */
  readonly names: readonly string[]
  /** When. */
  readonly time: string
}

/** What a table counts in names nothing. */
function isUnitOnly(text: string): boolean {
  return words(text).every(
    ({ text: word }) =>
      word.toLowerCase() === 'in' ||
      /^(?:EUR|USD|GBP|CHF|JPY|RMB)$/i.test(word) ||
      scaleOfWord(word) !== undefined,
  )
}

export function nameCell({ heads = [] }: CitedValue): CellName {
  const names: string[] = []
  const times: string[] = []
  for (const head of quotable(heads)) {
    const text = head.text.replace(/[\s:,]+$/, '')
    if (periodOf(text) !== undefined && timelessLabel(text) === '') times.push(text)
    else if (!isUnitOnly(text)) names.push(plainLabel(text) || text)
  }
  return { names: [...new Set(names)], time: written([...new Set(times)]) }
}

/** A day above the years of a header is a quote of its own, so the two are not written as one date. */
function written(times: readonly string[]): string {
  const { year = [], part = [] } = Object.groupBy(times, text =>
    periodOf(text)?.years.length ? 'year' : 'part',
  )
  return year.length > 0 && part.length > 0
    ? `${year.join(' ')} (${part.join(' ')})`
    : times.join(' ')
}

/** A header that another passage holds cannot be quoted, so nothing is said by it. */
export function quotable(heads: readonly CitedValue[]): CitedValue[] {
  return heads.filter(({ start, end }) => end > start)
}

/** What all of some cells are called, and what each is called besides. */
export function nameTogether(cells: readonly CitedValue[]): {
  readonly shared: readonly string[]
  readonly own: readonly string[]
  /** When, if all are of one time. */
  readonly time: string
  /** Whether they are of one thing at different times. */
  readonly isOverTime: boolean
} {
  const named = cells.map(nameCell)
  const [first] = named
  const shared = (first?.names ?? []).filter(name => named.every(one => one.names.includes(name)))
  const times = [...new Set(named.map(({ time }) => time))]
  const rest = named.map(({ names }) => names.filter(name => !shared.includes(name)).join(' '))
  const isOverTime = times.length > 1
  const own = named.map(({ time }, at) =>
    [rest[at] ?? '', isOverTime ? time : ''].filter(text => text !== '').join(' '),
  )
  return {
    shared,
    own: [...new Set(own)].filter(text => text !== ''),
    time: isOverTime ? '' : (times[0] ?? ''),
    isOverTime: isOverTime && rest.every(text => text === rest[0]),
  }
}
