import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import { periodOf, plainLabel, timelessLabel } from '../tables/labels.ts'
import { MONEY, statedScale } from '../tables/scale.ts'
import type { CitedValue, Scale, TableAnswer } from '../tables/table.ts'
import { quantities } from '../text/lex/numbers.ts'
import { scaleOfWord } from '../text/lex/units.ts'
import { lines, sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'

/** Of more than this nobody reads each. */
const MOST_NAMED = 6

/** A figure from a table, or one calculated from its cells, in a sentence. */
export function stateTableAnswer(answer: TableAnswer, ledger: Ledger): Statement {
  const { values, inputs, figures = [], among = [], unit } = answer
  const cited = [...values, ...figures, ...inputs, ...among]
  const heads = cited.flatMap(({ heads: own = [] }) => quotable(own))
  const evidence = citeCells([...cited, ...heads, ...quotable(unit ? [unit] : [])], ledger)
  const text =
    answer.number === undefined
      ? quotedText(answer)
      : answer.kind === 'count'
        ? countText(answer, answer.number)
        : calculatedText(answer, answer.number)
  // Scales stand over a table, and what was calculated nowhere.
  const shown = `${[...values, ...figures].map(one => one.text).join(' | ')} | ${answer.operation ?? ''}`
  const computed = [
    ...(answer.number === undefined ? [] : [answer.number]),
    inputs.length,
    ...quantities(shown).map(({ value }) => value),
  ]
  return { text: `${text}.`, evidence, isVerbatim: false, computed }
}

/** Each cell with its name; what was chosen by its figure, with the figure. */
function quotedText({ values, figures, among = [], scale, unit }: TableAnswer): string {
  const cells = figures ?? values
  const counted = scale || (figures && unit ? statedScale(unit.text) : '')
  let before = ''
  const stated = cells.map((cell, at) => {
    const { names, time } = nameCell(cell)
    const name = names.join(', ')
    const isSame = at > 0 && name === before && time !== ''
    before = name
    const singled = at === 0 ? among.map(({ text }) => text) : []
    const about = [...singled, isSame ? '' : name, time].filter(part => part !== '').join(', ')
    // What was chosen may be told from its figure by the name of a section or a column alone.
    const chosen = figures ? (values[at]?.text ?? '') : ''
    const isNamed = chosen === '' || cell.text === chosen || about.includes(chosen)
    const label = [isNamed ? '' : chosen, about].filter(part => part !== '').join(', ')
    const value = measured(cell.text, { scale: counted, unit, label })
    return label === '' ? value : `${label}: ${value}`
  })
  return stated.join('; ')
}

function countText({ values, figures, inputs }: TableAnswer, number: number): string {
  const names = values.map(({ text }, at) => {
    const figure = figures?.[at]?.text
    return figure === undefined ? text : `${text}: ${figure}`
  })
  const listed = names.length > 0 && names.length <= MOST_NAMED * 2 ? ` (${names.join(', ')})` : ''
  const own = new Set(values.map(({ text }) => text))
  const common = figures
    ? []
    : [...new Set(inputs.map(({ text }) => text))].filter(text => !own.has(text))
  return `${common.length > 0 ? `${common.join(', ')}: ` : ''}${number}${listed}`
}

function calculatedText(answer: TableAnswer, number: number): string {
  const { shared, own, time, isOverTime } = nameTogether(answer.inputs)
  const what = done(answer, own, isOverTime)
  const isQuotient = answer.calculated === 'ratio' || answer.calculated === 'share'
  const chosen = (answer.among ?? []).map(({ text }) => text)
  const parts = [...chosen, ...shared, ...(isQuotient ? [what, time] : [time, what])]
  const label = parts.filter(part => part !== '').join(', ')
  const written = number.toLocaleString('en-US', {
    maximumFractionDigits: Math.max(answer.decimals, 0),
  })
  // Where cells carry their currency, so does what comes of them.
  const unit = answer.unit ?? (isQuotient ? undefined : answer.inputs[0])
  const result = measured(written, { scale: answer.scale, unit, label })
  const derivation = answer.operation === undefined ? '' : ` (${answer.operation})`
  return `${label === '' ? '' : `${label}: `}${result}${derivation}`
}

/** What was done to cells of these names. */
function done({ calculated, inputs }: TableAnswer, own: readonly string[], isOverTime: boolean) {
  const [first = '', last = ''] = [own[0], own.at(-1)]
  switch (calculated) {
    case 'difference':
    case 'percent-change':
      // The later time comes first in the subtraction.
      if (isOverTime && own.length === 2) return `change from ${last} to ${first}`
      return own.length === 2 ? `${first} and ${last}, difference` : ''
    case 'ratio':
    case 'share':
      return own.length === 2 ? `${first} / ${last}` : ''
    case 'sum':
    case 'average': {
      const kind = calculated === 'sum' ? 'total' : 'average'
      if (own.length > 1 && own.length <= MOST_NAMED)
        return `${kind} of ${own.slice(0, -1).join(', ')} and ${last}`
      return `${kind} of ${inputs.length} figures`
    }
    default:
      return ''
  }
}

/** With what it is counted in, where neither the figure nor its label says so. */
function measured(
  text: string,
  { scale, unit, label }: { scale: Scale; unit?: CitedValue | undefined; label: string },
): string {
  if (scale === 'percent') return text.includes('%') ? text : `${text}%`
  const isNumber = /\d/.test(text)
  const scaled = scale === '' || !isNumber ? text : `${text} ${scale}`
  const currency = MONEY.exec(unit && unit.end > unit.start ? unit.text : '')?.[0]
  if (currency === undefined || !isNumber || MONEY.test(text) || label.includes(currency))
    return scaled
  return currency.length === 1 ? `${currency}${scaled}` : `${scaled} ${currency}`
}

/** The name of a cell, from the labels beside and above it. */
export interface CellName {
  /** Of its row and its column, what is measured. */
  readonly names: readonly string[]
  /** When. */
  readonly time: string
}

/** The unit of a table names nothing. */
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

/** The name that some cells share, and the rest of each cell's name. */
export function nameTogether(cells: readonly CitedValue[]): {
  readonly shared: readonly string[]
  readonly own: readonly string[]
  /** When, if all are of one time. */
  readonly time: string
  /** True if they are about one thing at different times. */
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

/** More rows than this are quoted as one piece, from the first to the last. */
const MOST_ROWS = 12

/** The rows and sentences that cells stand in, once each. */
export function citeCells(cells: readonly CitedValue[], ledger: Ledger): Evidence[] {
  const places = new Map<Passage, Map<string, Span>>()
  for (const { passage, ...cell } of cells) {
    const own = places.get(passage) ?? new Map<string, Span>()
    places.set(passage, own)
    const span = contextOf(passage, cell)
    own.set(`${span.start}:${span.end}`, span)
  }
  const spans = [...places].flatMap(([passage, own]) =>
    (own.size > MOST_ROWS ? [around([...own.values()])] : [...own.values()]).map(span => ({
      passage,
      span,
    })),
  )
  return [...new Set(spans.map(({ passage, span }) => ledger.enter(passage, span)))]
}

function around(spans: readonly Span[]): Span {
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
}

/** The row or the sentence that a value stands in: a number alone proves nothing. */
function contextOf({ text: whole }: Passage, { start, end }: Span): Span {
  const line = lines(whole).find(one => one.start <= start && end <= one.end)
  if (!line) return { start, end }
  const text = whole.slice(line.start, line.end)
  if (text.trimStart().startsWith('|')) return line
  const sentence = sentences(text).find(
    one => line.start + one.start <= start && end <= line.start + one.end,
  )
  return sentence ? { start: line.start + sentence.start, end: line.start + sentence.end } : line
}
