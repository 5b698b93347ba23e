import { average, type Calculated, difference, distance, percentChange, ratio, share, sum } from './calculate.ts'
import type { Match, Matcher } from './match-rows.ts'
import type { Intent } from './question-intent.ts'
import { scaleOf } from './scale-of.ts'
import { askedPoints, latestFirst, pointAt, timeOf, yearOf } from './select-points.ts'
import type { Point, Series } from './series.ts'
import { splitItems } from './split-items.ts'
import type { CitedValue, Scale, Table, TableCell } from './table.ts'
import type { TableAnswer } from './table-answer.ts'

export interface Sheet {
  readonly tables: readonly Table[]
  readonly series: readonly Series[]
  readonly match: Matcher
}

export function solve(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  switch (intent.operation) {
    case 'percent-change':
      return namedItem(sheet, intent) ?? statedChange(sheet, intent) ?? change(sheet, intent)
    case 'difference':
      return namedItem(sheet, intent) ?? change(sheet, intent)
    case 'ratio':
    case 'share':
      return pair(sheet, intent) ?? lookup(sheet, intent)
    case 'average':
    case 'sum':
      return namedItem(sheet, intent) ?? aggregate(sheet, intent) ?? lookup(sheet, intent)
    case 'which-period':
      return whichPeriod(sheet, intent)
    case 'which-item':
      return whichItem(sheet, intent)
    case 'count':
      return count(sheet, intent)
    case 'list-periods':
      return listPeriods(sheet)
    case 'list-items':
      return listItems(sheet, intent)
    case 'explain': {
      const found = lookup(sheet, intent)
      return found && { ...found, confidence: found.confidence * 0.4 }
    }
    case 'lookup':
      return lookup(sheet, intent)
  }
}

const OPERATION_STEM: Partial<Record<Intent['operation'], RegExp>> = {
  average: /^averag/,
  difference: /^(?:increas|decreas|chang|growth|declin)/,
  'percent-change': /^(?:increas|decreas|chang|growth)/,
}

/** Where the row itself is called an average or a change, asking for one time asks for that row. */
function namedItem(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const pattern = OPERATION_STEM[intent.operation]
  if (!pattern || intent.periods.length !== 1) return undefined
  const found = bestSeries(sheet, intent)
  if (!found?.match.isVerbatim || !found.match.series.labelStems.some(stem => pattern.test(stem))) return undefined
  return lookup(sheet, intent)
}

function numeric(series: Series): boolean {
  return series.points.some(point => point.cell.number !== undefined)
}

/** The best series that has all the periods asked for. */
function bestSeries(sheet: Sheet, intent: Intent, phrase = intent.question): { match: Match; points: Point[] } | undefined {
  const matches = sheet.match(phrase, intent.question)
  const top = matches[0]?.score ?? 0
  for (const match of matches) {
    if (match.score < top * 0.6) break
    if (intent.periods.length === 0) return { match, points: latestFirst(match.series.points) }
    const points = askedPoints(match.series, intent)
    if (points.length > 0) return { match, points }
  }
  const [first] = matches
  return first && { match: { ...first, score: first.score * 0.5 }, points: latestFirst(first.series.points) }
}

function lookup(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  if (intent.isRespective && intent.periods.length < 2) {
    const items = splitItems(sheet, intent)
    if (items && items.score > 0.3) {
      return { kind: 'values', values: items.cells, scale: quotedScale(items.table, items.cells[0]), decimals: 0, inputs: items.cells, confidence: items.score * 0.9 }
    }
  }
  const found = bestSeries(sheet, intent)
  if (!found) return undefined
  const listed = intent.isRange && intent.isRespective ? between(found.match.series, found.points) : found.points
  const wanted = intent.periods.length > 1 ? listed : listed.slice(0, 1)
  const [first] = wanted
  if (!first) return undefined
  return {
    kind: wanted.length > 1 ? 'values' : 'value',
    values: wanted.map(point => point.cell),
    scale: quotedScale(found.match.series.table, first.cell),
    decimals: first.cell.number?.decimals ?? 0,
    inputs: wanted.map(point => point.cell),
    confidence: found.match.score * (found.match.isVerbatim ? 0.95 : 0.8),
  }
}

/** A percent sign in the cell says it already. */
function quotedScale(table: Table, cell: TableCell): Scale {
  if (cell.number === undefined || cell.text.includes('%')) return ''
  return scaleOf(table, cell)
}

function statedChange(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const [best] = sheet.match(intent.question).filter(({ series }) => numeric(series))
  if (!best) return undefined
  const stated = sheet.match(intent.question).find(({ series, score }) => {
    if (score < best.score * 0.6) return false
    const says = /\bchange|\bincrease|\bgrowth|\bvariance|%/i.test(`${series.column.header} ${series.label}`)
    const isPercent = series.points[0]?.cell.number?.isPercent || (series.points[0] && scaleOf(series.table, series.points[0].cell) === 'percent' && /change|increase|growth|variance/i.test(series.column.header))
    return says && isPercent && /chang|increas|growth|varianc/i.test(`${series.column.header} ${series.label}`) && series.row.label === best.series.row.label
  })
  if (!stated) return undefined
  const asked = intent.periods.length > 0 ? askedPoints(stated.series, intent) : []
  const point = asked[0] ?? stated.series.points[0]
  if (!point) return undefined
  return {
    kind: 'value',
    values: [point.cell],
    scale: quotedScale(stated.series.table, point.cell),
    decimals: point.cell.number?.decimals ?? 0,
    inputs: [point.cell],
    confidence: stated.score * 0.8,
  }
}

function change(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const found = bestSeries(numericOnly(sheet), intent)
  const calculate = intent.operation === 'percent-change' ? percentChange : isUndirected(intent) ? apart : difference
  const items = splitItems(sheet, intent)
  if (items && (!found || items.score > found.match.score * 0.9)) {
    const calculated = calculate(items.cells[0], items.cells[1])
    if (calculated) return calculation(items.table, items.cells, calculated, intent, items.score)
  }
  if (!found) return undefined
  const points = twoPoints(found.match.series, found.points)
  if (!points) return undefined
  const cells = magnitudes(found.match.series, points.map(point => point.cell))
  const [later, earlier] = cells
  const calculated = later && earlier && calculate(later, earlier)
  return calculated && calculation(found.match.series.table, cells, calculated, intent, found.match.score)
}

/** Neither a change over time nor from one thing to another. */
function isUndirected({ question }: Intent): boolean {
  if (/\bhow much (?:did|has|have)\b[^?]*\b(?:decrease|decline|drop|fall)/i.test(question)) return true
  return /\bdifference\b/i.test(question) && !/\bnet difference|\bchange|\bincrease|\bdecrease|\bfrom\b[^?]*\bto\b|\bcompared\b/i.test(question)
}

/** Gains and losses keep their signs. */
function apart(a: TableCell, b: TableCell): Calculated {
  const areAmounts = (a.number?.value ?? 0) >= 0 && (b.number?.value ?? 0) >= 0
  return areAmounts ? distance(a, b) : difference(a, b)
}

function numericOnly(sheet: Sheet): Sheet {
  return { ...sheet, match: (phrase, context) => sheet.match(phrase, context).filter(({ series }) => numeric(series)) }
}

const OUTGOING = /\b(?:expenses?|costs?|allowances?|depreciation|amorti[sz]ation|charges|payments?|paid|taxes)\b/i

/** Costs written in parentheses are amounts taken off: how much they are is asked without the sign. */
function magnitudes(series: Series, cells: readonly TableCell[]): TableCell[] {
  const areCosts = OUTGOING.test(series.label) && cells.every(cell => (cell.number?.value ?? 0) <= 0)
  if (!areCosts) return [...cells]
  return cells.map(cell =>
    cell.number
      ? { ...cell, number: { ...cell.number, value: -cell.number.value, digits: cell.number.digits.replace(/^-/, '') } }
      : cell,
  )
}

/** Two points to compare, the later first; the one before when only one was asked for. */
function twoPoints(series: Series, points: readonly Point[]): [Point, Point] | undefined {
  const [a, b] = points
  if (!a) return undefined
  if (b) return timeOf(a) >= timeOf(b) ? [a, b] : [b, a]
  const others = latestFirst(series.points).filter(point => point !== a)
  const before = others.find(point => timeOf(point) < timeOf(a)) ?? others[0]
  return before && (timeOf(before) <= timeOf(a) ? [a, before] : [before, a])
}

function calculation(table: Table, cells: readonly TableCell[], calculated: Calculated, intent: Intent, score: number): TableAnswer {
  const [first] = cells
  const scale: Scale =
    intent.operation === 'percent-change' ? 'percent'
    : intent.operation === 'ratio' ? ''
    : intent.operation === 'share' ? (/percent|per cent|%/i.test(intent.question) ? 'percent' : '')
    : first ? scaleOf(table, first) : ''
  return {
    kind: 'calculation',
    values: [],
    number: calculated.number,
    scale,
    decimals: 2,
    operation: calculated.operation,
    inputs: cells,
    confidence: score * 0.9,
  }
}

function pair(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const items = splitItems(sheet, intent)
  if (!items) return undefined
  const isPercent = /percent|per cent|%/i.test(intent.question)
  const calculated = (intent.operation === 'share' && isPercent ? share : ratio)(...items.cells)
  return calculated && calculation(items.table, items.cells, calculated, intent, items.score)
}

function aggregate(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const found = bestSeries(numericOnly(sheet), intent)
  const calculate = intent.operation === 'average' ? average : sum
  if (intent.periods.length < 2) {
    const items = splitItems(sheet, intent)
    if (items && (!found || items.score > found.match.score * 0.9)) {
      const calculated = calculate(items.cells)
      if (calculated) return calculation(items.table, items.cells, calculated, intent, items.score)
    }
  }
  if (!found) return undefined
  const { series } = found.match
  let points: readonly Point[] = found.points
  if (intent.isRange) points = between(series, points)
  else if (intent.periods.length === 0) points = latestFirst(series.points)
  else if (points.length === 1 && ofYear(series, points).length > 1) points = ofYear(series, points)
  else if (intent.operation === 'average' && points.length === 1) points = twoPoints(series, points) ?? points
  if (intent.operation === 'sum' && intent.periods.length < 2 && !/\bsum\b|altogether|combined/i.test(intent.question)) return undefined
  const cells = magnitudes(series, points.map(point => point.cell).filter(cell => cell.number !== undefined))
  if (cells.length < 2) return undefined
  const calculated = calculate(cells)
  return calculated && calculation(series.table, cells, calculated, intent, found.match.score)
}

/** The parts of the year of a point, such as its quarters. */
function ofYear(series: Series, [first]: readonly Point[]): Point[] {
  return first ? series.points.filter(point => yearOf(point) === yearOf(first)) : []
}

function between(series: Series, points: readonly Point[]): Point[] {
  const years = points.map(yearOf)
  const [low, high] = [Math.min(...years), Math.max(...years)]
  return latestFirst(series.points).filter(point => yearOf(point) >= low && yearOf(point) <= high)
}

function holds(intent: Intent, table: Table, cell: TableCell): boolean {
  const { comparison } = intent
  if (!comparison || comparison.threshold === undefined || !cell.number) return false
  const factor = { '': 1, thousand: 1e3, million: 1e6, billion: 1e9, percent: 1 }[scaleOf(table, cell)]
  const isStated = comparison.thresholdScale !== 1 && factor !== 1
  const threshold = comparison.threshold * (isStated ? comparison.thresholdScale : 1)
  const value = !isStated ? cell.number.value : cell.number.value * factor
  return comparison.kind === 'above' ? value > threshold : value < threshold
}

function whichPeriod(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const { comparison } = intent
  const [match] = sheet.match(intent.question).filter(({ series }) => series.points.filter(point => point.cell.number).length > 1)
  if (!match || !comparison) return undefined
  const { series } = match
  const asked = intent.periods.length > 1 ? askedPoints(series, intent) : []
  const points = (asked.length > 1 ? asked : series.points).filter(point => point.cell.number !== undefined)
  const chosen = comparison.threshold === undefined
    ? ranked(points, comparison.kind === 'most')[comparison.rank - 1]
    : points.filter(point => holds(intent, series.table, point.cell))
  const list = Array.isArray(chosen) ? chosen : chosen ? [chosen] : []
  const values = list.flatMap(point => periodCell(point) ?? [])
  if (values.length === 0) return undefined
  return {
    kind: values.length > 1 ? 'values' : 'value',
    values,
    scale: '',
    decimals: 0,
    inputs: points.map(point => point.cell),
    confidence: match.score,
  }
}

function ranked(points: readonly Point[], isMost: boolean): Point[] {
  return points.toSorted((a, b) => ((b.cell.number?.value ?? 0) - (a.cell.number?.value ?? 0)) * (isMost ? 1 : -1))
}

const WRITTEN_YEAR = /(?:19|20)\d{2}|\b(?:FY|F)\s?\d{2}\b|[12] \d \d \d/i

/** Where the time of a point is written: in the header or in the row's label; the year alone if it has one. */
function periodCell(point: Point): CitedValue | undefined {
  const inHeader = point.column.cells.findLast(cell => WRITTEN_YEAR.test(cell.text))
  const holder = inHeader ?? (point.row.period ? point.row.labelCell : undefined)
  if (!holder || holder.end === 0) return undefined
  const text = holder.passage.text.slice(holder.start, holder.end)
  const year = WRITTEN_YEAR.exec(text)
  if (!year) return holder
  const start = holder.start + year.index
  return { passage: holder.passage, text: year[0], start, end: start + year[0].length }
}

function whichItem(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const { comparison } = intent
  if (!comparison) return undefined
  const scored = sheet.match(intent.question).filter(({ series }) => numeric(series))
  const [match] = scored
  if (!match) return undefined
  const { table } = match.series
  const period = intent.periods[0]
  const group = sheet.series.filter(series =>
    series.table === table && numeric(series) && !series.isTotal && series.headerStems.join(' ') === match.series.headerStems.join(' ') &&
    (match.series.section === '' || series.section === match.series.section))
  const points = group.flatMap(series => {
    const point = period ? pointAt(series, period) : latestFirst(series.points)[0]
    return point?.cell.number ? [{ series, point }] : []
  })
  const chosen = comparison.threshold === undefined
    ? points.toSorted((a, b) => ((b.point.cell.number?.value ?? 0) - (a.point.cell.number?.value ?? 0)) * (comparison.kind === 'most' ? 1 : -1)).slice(comparison.rank - 1, comparison.rank)
    : points.filter(({ point }) => holds(intent, table, point.cell))
  const values = chosen.flatMap(({ series }) => series.row.labelCell ?? [])
  if (values.length === 0) return undefined
  return {
    kind: values.length > 1 ? 'values' : 'value',
    values,
    scale: '',
    decimals: 0,
    inputs: points.map(({ point }) => point.cell),
    confidence: 0.5,
  }
}

function count(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const counted = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods)/i.test(intent.question)
    ? whichPeriod(sheet, intent)
    : intent.comparison ? whichItem(sheet, intent) : listItems(sheet, intent)
  if (!counted) {
    return intent.comparison?.threshold === undefined ? undefined
      : { kind: 'count', values: [], number: 0, scale: '', decimals: 0, inputs: [], confidence: 0.3 }
  }
  return { ...counted, kind: 'count', number: counted.values.length, scale: '', confidence: counted.confidence * 0.8 }
}

function listPeriods(sheet: Sheet): TableAnswer | undefined {
  const table = sheet.tables.find(one => one.columns.some(column => column.period))
  const cells = new Map<string, CitedValue>()
  for (const series of sheet.series) {
    if (table && series.table !== table) continue
    for (const point of series.points) {
      const cell = point.period ? periodCell(point) : undefined
      if (cell && !cells.has(cell.text)) cells.set(cell.text, cell)
    }
  }
  if (cells.size === 0) return undefined
  return { kind: cells.size > 1 ? 'values' : 'value', values: [...cells.values()], scale: '', decimals: 0, inputs: [], confidence: 0.7 }
}

function listItems(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const asked = sheet.match(intent.question)
  const sections = new Map<string, { score: number; rows: Map<number, CitedValue> }>()
  for (const series of sheet.series) {
    const rows = sections.get(series.section) ?? { score: 0, rows: new Map() }
    sections.set(series.section, rows)
    if (series.row.labelCell && !series.isTotal) rows.rows.set(series.row.index, series.row.labelCell)
  }
  const words = new Set(intent.question.toLowerCase().split(/\W+/))
  let best: { score: number; rows: CitedValue[] } | undefined
  for (const [section, { rows }] of sections) {
    const named = section.toLowerCase().split(/\W+/).filter(Boolean)
    const score = named.length === 0 ? 0.2 : named.filter(word => words.has(word)).length / named.length
    if (!best || score > best.score) best = { score, rows: [...rows.values()] }
  }
  if (!best || best.rows.length === 0 || asked.length === 0 && best.score < 0.2) return undefined
  return { kind: 'values', values: best.rows, scale: '', decimals: 0, inputs: [], confidence: 0.3 + best.score * 0.3 }
}
