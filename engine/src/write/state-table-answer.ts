import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import { periodOf, plainLabel, timelessLabel } from '../tables/labels.ts'
import type { Operation } from '../tables/read-question.ts'
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
  const { values, inputs, figures = [], among = [], unit, number } = answer
  const cited = [...values, ...figures, ...inputs, ...among]
  const heads = cited.flatMap(({ heads: own = [] }) => quotable(own))
  const evidence = citeCells([...cited, ...heads, ...quotable(unit ? [unit] : [])], ledger)
  const text = number === undefined ? quotedText(answer) : calculatedText(answer, number)
  // Scales stand over a table, and what was calculated nowhere.
  const shown = `${[...values, ...figures].map(one => one.text).join(' | ')} | ${answer.operation ?? ''}`
  const computed = [
    ...(number === undefined ? [] : [number]),
    inputs.length,
    ...quantities(shown).map(({ value }) => value),
  ]
  return { text: `${text}.`, evidence, isVerbatim: false, computed }
}

/** Each cell with its name; what was chosen by its figure, with the figure. */
function quotedText({ values, figures, among = [], scale, unit }: TableAnswer): string {
  const counted = scale || (figures && unit ? statedScale(unit.text) : '')
  const stated = (figures ?? values).map((cell, at) => {
    const { names, time } = nameCell(cell)
    const chosen = figures ? (values[at]?.text ?? '') : ''
    const about = joined([...(at === 0 ? among.map(({ text }) => text) : []), ...names, time])
    // The name of a section or a column alone may tell a choice from its figure.
    const isNamed = cell.text === chosen || about.includes(chosen)
    const label = isNamed ? about : joined([chosen, about])
    return labelled(label, measured(cell.text, { scale: counted, unit, label }))
  })
  return stated.join('; ')
}

function calculatedText(answer: TableAnswer, number: number): string {
  const { inputs, among = [], operation, calculated, decimals, scale } = answer
  const { shared, own, time } = nameTogether(answer.kind === 'count' ? [] : inputs)
  const label = joined([
    ...among.map(({ text }) => text),
    ...shared,
    time,
    calculated ? done(calculated, own, inputs.length) : '',
  ])
  const written = number.toLocaleString('en-US', { maximumFractionDigits: decimals })
  // Where cells carry their currency, so does what comes of them.
  const isQuotient = calculated === 'ratio' || calculated === 'share'
  const unit = answer.unit ?? (isQuotient ? undefined : inputs[0])
  const result = answer.kind === 'count' ? written : measured(written, { scale, unit, label })
  return `${labelled(label, result)}${operation === undefined ? '' : ` (${operation})`}`
}

/** Names the calculation over cells of these names; the later of two times comes first. */
function done(calculated: Operation, own: readonly string[], count: number): string {
  const [first = '', last = ''] = [own[0], own.at(-1)]
  if (calculated === 'sum' || calculated === 'average') {
    const isListed = own.length > 1 && own.length <= MOST_NAMED
    const what = isListed ? `${own.slice(0, -1).join(', ')} and ${last}` : `${count} figures`
    return `${calculated === 'sum' ? 'total' : 'average'} of ${what}`
  }
  if (own.length !== 2) return ''
  if (calculated === 'difference') return `difference between ${first} and ${last}`
  return calculated === 'percent-change' ? `change from ${last} to ${first}` : `${first} / ${last}`
}

function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(', ')
}

function labelled(label: string, value: string): string {
  return label === '' ? value : `${label}: ${value}`
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

/** The unit of a table names nothing. */
function isUnitOnly(text: string): boolean {
  return words(text.replace(MONEY, '')).every(
    ({ folded }) => folded === 'in' || scaleOfWord(folded) !== undefined,
  )
}

/** Names what a cell measures and when, from the labels beside and above it. */
function nameCell({ heads = [] }: CitedValue): { names: readonly string[]; time: string } {
  const texts = new Set(quotable(heads).map(({ text }) => text.replace(/[\s:,]+$/, '')))
  const { times = [], names = [] } = Object.groupBy(texts, text =>
    periodOf(text) !== undefined && timelessLabel(text) === '' ? 'times' : 'names',
  )
  // A day above the years of a header is a quote of its own, so the two are not written as one date.
  const { year = [], part = [] } = Object.groupBy(times, text =>
    periodOf(text)?.years.length ? 'year' : 'part',
  )
  const areBoth = year.length > 0 && part.length > 0
  return {
    names: names.filter(text => !isUnitOnly(text)).map(text => plainLabel(text) || text),
    time: areBoth ? `${year.join(' ')} (${part.join(' ')})` : times.join(' '),
  }
}

/** A header that another passage holds cannot be quoted, so nothing is said by it. */
function quotable(heads: readonly CitedValue[]): CitedValue[] {
  return heads.filter(({ start, end }) => end > start)
}

/** The names and the time that some cells share, and the rest of each cell's name. */
function nameTogether(cells: readonly CitedValue[]) {
  const named = cells.map(nameCell)
  const shared = (named[0]?.names ?? []).filter(name =>
    named.every(one => one.names.includes(name)),
  )
  const [time = '', ...others] = new Set(named.map(one => one.time))
  const own = named.map(({ names, time: when }) =>
    [...names.filter(name => !shared.includes(name)), ...(others.length > 0 ? [when] : [])].join(
      ' ',
    ),
  )
  return {
    shared,
    own: [...new Set(own)].filter(text => text !== ''),
    time: others.length > 0 ? '' : time,
  }
}

/** More rows than this are quoted as one piece, from the first to the last. */
const MOST_ROWS = 12

/** The rows and sentences that cells stand in, once each. */
function citeCells(cells: readonly CitedValue[], ledger: Ledger): Evidence[] {
  const entries = [...Map.groupBy(cells, ({ passage }) => passage)].flatMap(([passage, own]) => {
    const found = own.map(cell => contextOf(passage, cell))
    const spans = [...new Map(found.map(span => [`${span.start}:${span.end}`, span])).values()]
    const start = Math.min(...spans.map(one => one.start))
    const end = Math.max(...spans.map(one => one.end))
    const quoted = spans.length > MOST_ROWS ? [{ start, end }] : spans
    return quoted.map(span => ledger.enter(passage, span))
  })
  return [...new Set(entries)]
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
