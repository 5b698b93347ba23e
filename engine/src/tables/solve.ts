import {
  average,
  type Calculated,
  DECIMALS,
  difference,
  distance,
  percentChange,
  ratio,
  share,
  sum,
} from './calculate.ts'
import { listItems, listPeriods, whichItem, whichPeriod } from './compare.ts'
import { type Found, findItems, findSeries, type Sheet } from './find-items.ts'
import { between, latestFirst, twoPoints } from './points.ts'
import { asksPercent, type Operation, type TableQuestion } from './read-question.ts'
import type { Scale, TableCell } from './table.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

/** Confidence in a result, relative to how well its label fits. */
const VERBATIM_TRUST = 0.95
const LIKENESS_TRUST = 0.8
const CALCULATION_TRUST = 0.95
/** A cell in place of the calculation or the explanation that was asked for. */
const INSTEAD_TRUST = 0.4
const NONE_TRUST = 0.3
const LEAST_ITEM_SCORE = 0.3
/** Several items must fit nearly as well as one item at several times. */
const ITEMS_PREFERRED = 0.9

/** Answers a question from the tables alone. */
export function solve(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  switch (question.operation) {
    case 'percent-change':
    case 'difference':
      return lookUpNamed(sheet, question) ?? solveChange(sheet, question)
    case 'ratio':
    case 'share':
      return solvePair(sheet, question) ?? trusted(lookUp(sheet, question), INSTEAD_TRUST)
    case 'average':
    case 'sum':
      return (
        lookUpNamed(sheet, question) ?? solveAggregate(sheet, question) ?? lookUp(sheet, question)
      )
    case 'which-period':
      return whichPeriod(sheet, question)
    case 'which-item':
      return whichItem(sheet, question)
    case 'count':
      return solveCount(sheet, question)
    case 'list-periods':
      return listPeriods(sheet)
    case 'list-items':
      return listItems(sheet, question)
    case 'explain':
      return undefined
    case 'lookup':
      return lookUp(sheet, question)
  }
}

function lookUp(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { periods, isRange, isRespective } = question
  if (isRespective && periods.length < 2) {
    const items = findItems(sheet, question)
    if (items && items.score > LEAST_ITEM_SCORE)
      return quoteCells(items.cells, items.score * LIKENESS_TRUST)
  }
  const found = findSeries(sheet, question)
  if (!found) return undefined
  const { match, points, clarity } = found
  const all = isRange && isRespective ? between(match.series, points) : points
  const wanted = periods.length > 1 ? all : all.slice(0, 1)
  const trust = match.isVerbatim ? VERBATIM_TRUST : LIKENESS_TRUST
  return quoteCells(
    wanted.map(({ cell }) => cell),
    match.score * trust * clarity,
  )
}

function quoteCells(cells: readonly TableCell[], confidence: number): TableAnswer | undefined {
  const [first] = cells
  if (!first) return undefined
  const { number, scale, unit, text } = first
  return quoted(cells, {
    // A percent sign in the cell says it already.
    scale: text.includes('%') ? '' : scale,
    decimals: number?.decimals ?? 0,
    ...(unit && { unit }),
    confidence,
  })
}

const NAMED: Partial<Record<Operation, RegExp>> = {
  average: /^averag/,
  difference: /^(?:increas|decreas|chang|growth|declin)/,
  'percent-change': /^(?:increas|decreas|chang|growth)/,
}

/** A row that is itself called an average or a change is looked up. */
function lookUpNamed(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const pattern = NAMED[question.operation]
  if (!pattern || question.periods.length !== 1) return undefined
  const match = findSeries(sheet, question)?.match
  const isNamed = match?.isVerbatim && match.series.labelStems.some(stem => pattern.test(stem))
  return isNamed ? lookUp(sheet, question) : undefined
}

/** How much an item changed from one time to another, or how far two items are apart. */
function solveChange(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const found = findSeries(sheet, question, { isNumeric: true })
  const items = findItems(sheet, question)
  const calculate =
    question.operation === 'percent-change'
      ? percentChange
      : isUndirected(question)
        ? distance
        : difference
  const ofItems =
    items && answerOf(question, items.cells, calculate(items.cells[0], items.cells[1]), items.score)
  if (items && items.score > (found?.match.score ?? 0) * ITEMS_PREFERRED) return ofItems
  if (!found) return undefined
  const cells = twoPoints(found.match.series, found.points).map(({ cell }) => cell)
  const [later, earlier] = cells
  if (later && earlier)
    return answerOf(question, cells, calculate(later, earlier), scoreOf(found)) ?? ofItems
  // A percentage that has no other time to be compared with is itself the change.
  const stated = found.points.map(({ cell }) => cell).filter(({ scale }) => scale === 'percent')
  return ofItems ?? quoteCells(stated.slice(0, 1), scoreOf(found) * LIKENESS_TRUST)
}

/** Neither a change over time nor from one item to another. */
function isUndirected({ text }: TableQuestion): boolean {
  if (/\bhow much (?:did|has|have)\b.*\b(?:decrease|decline|drop|fall)/i.test(text)) return true
  return (
    /\bdifference\b/i.test(text) &&
    !/\bnet difference|\bchange|\bincrease|\bdecrease|\bfrom\b.*\bto\b|\bcompared\b/i.test(text)
  )
}

/** One item divided by another. */
function solvePair(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const items = findItems(sheet, question)
  if (!items) return undefined
  const [part, whole] = items.cells
  const calculate = asksPercent(question) ? share : ratio
  return answerOf(question, [part, whole], calculate(part, whole), items.score)
}

/** The sum or the average of one item over several times, or of several items at one. */
function solveAggregate(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const found = findSeries(sheet, question, { isNumeric: true })
  const calculate = question.operation === 'average' ? average : sum
  const items = question.periods.length < 2 ? findItems(sheet, question) : undefined
  if (items && items.score > (found?.match.score ?? 0) * ITEMS_PREFERRED)
    return answerOf(question, items.cells, calculate(items.cells), items.score)
  if (!found) return undefined
  const cells = aggregated(found, question).map(({ cell }) => cell)
  return answerOf(question, cells, calculate(cells), scoreOf(found))
}

function aggregated({ match: { series }, points }: Found, question: TableQuestion) {
  if (question.isRange) return between(series, points)
  if (question.periods.length > 1) return points
  // "The total of something" names a row; a sum over times says so.
  const isSum = question.operation === 'sum'
  if (isSum && !/\b(?:sum|altogether|combined)\b|\ball \w+ \w+s\b/i.test(question.text)) return []
  if (question.periods.length === 0) return latestFirst(series.points)
  const ofYear = between(series, points)
  // The average of a year is taken between its beginning and its end.
  return ofYear.length > 1 || isSum ? ofYear : twoPoints(series, points)
}

function solveCount(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { text, comparison } = question
  const isOfTimes = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods|quarters|months)\b/i.test(
    text,
  )
  const counted = comparison
    ? (isOfTimes ? whichPeriod : whichItem)(sheet, question)
    : isOfTimes
      ? listPeriods(sheet)
      : listItems(sheet, question)
  if (!counted && comparison?.threshold === undefined) return undefined
  const none = quoted([], { confidence: NONE_TRUST })
  return { ...(counted ?? none), kind: 'count', number: counted?.values.length ?? 0, scale: '' }
}

function answerOf(
  question: TableQuestion,
  cells: readonly TableCell[],
  calculated: Calculated | undefined,
  score: number,
): TableAnswer | undefined {
  const [first] = cells
  if (!calculated || !first || cells.length < 2 || cells.some(({ number }) => !number))
    return undefined
  const scale = resultScale(question, first)
  const isQuotient = ['ratio', 'share', 'percent-change'].includes(question.operation)
  return {
    kind: 'calculation',
    values: [],
    ...calculated,
    scale,
    ...(first.unit && !isQuotient && { unit: first.unit }),
    decimals: DECIMALS,
    calculated: question.operation,
    inputs: cells,
    confidence: score * CALCULATION_TRUST,
  }
}

function resultScale(question: TableQuestion, { scale }: TableCell): Scale {
  if (question.operation === 'percent-change') return 'percent'
  if (question.operation !== 'ratio' && question.operation !== 'share') return scale
  return asksPercent(question) ? 'percent' : ''
}

function scoreOf({ match, clarity }: Found): number {
  return match.score * clarity
}

function trusted(answer: TableAnswer | undefined, trust: number): TableAnswer | undefined {
  return answer && { ...answer, confidence: answer.confidence * trust }
}
