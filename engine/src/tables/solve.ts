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
import { type Found, findPair, findSeries, hasNumbers, type Sheet } from './find-series.ts'
import { asksPercent, type TableQuestion } from './read-question.ts'
import { between, latestFirst, type Point, twoPoints } from './series.ts'
import { quoted, type TableAnswer, type TableCell } from './table.ts'

/** Confidence in a result, relative to how well its label fits. */
const VERBATIM_TRUST = 0.95
const LIKENESS_TRUST = 0.8
const CALCULATION_TRUST = 0.95
/** For a cell that is returned instead of the requested quotient. */
const INSTEAD_TRUST = 0.4
const NONE_TRUST = 0.3
const LEAST_ITEM_SCORE = 0.3
/** Two items must fit nearly as well as one item at several times. */
const PAIR_PREFERRED = 0.9
const NAMED_RESULT = /^(?:averag|increas|decreas|chang|growth|declin)/

/** Answers a question from the tables alone. */
export function solve(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  switch (question.operation) {
    case 'lookup':
      return lookUp(sheet, question)
    case 'percent-change':
    case 'difference':
      return lookUpNamed(sheet, question) ?? solveChange(sheet, question)
    case 'average':
    case 'sum':
      return (
        lookUpNamed(sheet, question) ?? solveAggregate(sheet, question) ?? lookUp(sheet, question)
      )
    case 'ratio':
    case 'share':
      return solvePair(sheet, question) ?? lookUp(sheet, question, INSTEAD_TRUST)
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
  }
}

function lookUp(sheet: Sheet, question: TableQuestion, trust = 1): TableAnswer | undefined {
  const { periods, isRange, isRespective } = question
  if (isRespective && periods.length < 2) {
    const pair = findPair(sheet, question)
    if (pair && pair.score > LEAST_ITEM_SCORE)
      return quoteCells(pair.cells, pair.score * LIKENESS_TRUST)
  }
  const found = findSeries(sheet, question)
  if (!found) return undefined
  const { series, isVerbatim } = found.match
  const points = isRange && isRespective ? between(series, found.points) : found.points
  const labelTrust = isVerbatim ? VERBATIM_TRUST : LIKENESS_TRUST
  return quoteCells(
    cellsOf(periods.length > 1 ? points : points.slice(0, 1)),
    scoreOf(found) * labelTrust * trust,
  )
}

/** A row that is itself called an average or a change is looked up. */
function lookUpNamed(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  if (question.periods.length !== 1) return undefined
  const match = findSeries(sheet, question)?.match
  const isNamed = match?.isVerbatim && match.series.labelStems.some(stem => NAMED_RESULT.test(stem))
  return isNamed ? lookUp(sheet, question) : undefined
}

function quoteCells(cells: readonly TableCell[], confidence: number): TableAnswer | undefined {
  const [first] = cells
  if (!first) return undefined
  const { number, scale, unit, text } = first
  return quoted(cells, {
    // The cell already has a percent sign.
    scale: text.includes('%') ? '' : scale,
    decimals: number?.decimals ?? 0,
    ...(unit && { unit }),
    confidence,
  })
}

/** Calculates how much an item changed over time, or how much two items differ. */
function solveChange(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const calculate =
    question.operation === 'percent-change'
      ? percentChange
      : isUndirected(question)
        ? distance
        : difference
  const ofTwo = (cells: readonly TableCell[], score: number) => {
    const [one, other] = cells
    return one && other && answerOf(question, cells, calculate(one, other), score)
  }
  const found = findSeries(sheet, question, hasNumbers)
  const pair = findPair(sheet, question)
  const ofPair = pair && ofTwo(pair.cells, pair.score)
  if (!found || isPreferred(pair, found)) return ofPair
  const cells = cellsOf(twoPoints(found.match.series, found.points))
  return ofTwo(cells, scoreOf(found)) ?? ofPair
}

/** Neither a change over time nor from one item to another. */
function isUndirected({ text }: TableQuestion): boolean {
  const isDirected = /\bnet difference|\bchange|\b(?:in|de)crease|\bfrom\b.*\bto\b|\bcompared\b/i
  return /\bdifference\b/i.test(text) && !isDirected.test(text)
}

/** One item divided by another. */
function solvePair(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const pair = findPair(sheet, question)
  if (!pair) return undefined
  const [part, whole] = pair.cells
  const calculate = asksPercent(question) ? share : ratio
  return answerOf(question, [part, whole], calculate(part, whole), pair.score)
}

/** The sum or the average of one item over several times, or of two items at one. */
function solveAggregate(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const found = findSeries(sheet, question, hasNumbers)
  const calculate = question.operation === 'average' ? average : sum
  const pair = question.periods.length < 2 ? findPair(sheet, question) : undefined
  if (pair && isPreferred(pair, found))
    return answerOf(question, pair.cells, calculate(pair.cells), pair.score)
  if (!found) return undefined
  const cells = cellsOf(aggregated(found, question))
  return answerOf(question, cells, calculate(cells), scoreOf(found))
}

function aggregated({ match: { series }, points }: Found, question: TableQuestion) {
  const { isRange, periods, operation, text } = question
  if (isRange) return between(series, points)
  if (periods.length > 1) return points
  // "The total of something" names a row; a sum over times says so.
  const isTotal =
    operation === 'sum' && !/\b(?:sum|altogether|combined)\b|\ball \w+ \w+s\b/i.test(text)
  if (isTotal) return []
  if (periods.length === 0) return latestFirst(series.points)
  const ofYear = between(series, points)
  // The average of a year is taken between its beginning and its end.
  return ofYear.length > 1 ? ofYear : twoPoints(series, points)
}

function solveCount(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { text, comparison } = question
  const isOfTimes = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods|quarters|months)\b/i.test(
    text,
  )
  const list = isOfTimes ? listPeriods : listItems
  const choose = isOfTimes ? whichPeriod : whichItem
  const counted = (comparison ? choose : list)(sheet, question)
  if (!counted && comparison?.threshold === undefined) return undefined
  const found = counted ?? quoted([], { confidence: NONE_TRUST })
  return { ...found, kind: 'count', number: found.values.length, scale: '' }
}

function answerOf(
  question: TableQuestion,
  cells: readonly TableCell[],
  calculated: Calculated | undefined,
  score: number,
): TableAnswer | undefined {
  const [first] = cells
  const isComplete = cells.length > 1 && cells.every(({ number }) => number)
  if (!calculated || !first || !isComplete) return undefined
  const isQuotient = ['ratio', 'share', 'percent-change'].includes(question.operation)
  const { unit } = first
  return {
    kind: 'calculation',
    values: [],
    ...calculated,
    scale: isQuotient ? (asksPercent(question) ? 'percent' : '') : first.scale,
    ...(unit && !isQuotient && { unit }),
    decimals: DECIMALS,
    calculated: question.operation,
    inputs: cells,
    confidence: score * CALCULATION_TRUST,
  }
}

function isPreferred(pair: { readonly score: number } | undefined, found: Found | undefined) {
  return pair !== undefined && pair.score > (found?.match.score ?? 0) * PAIR_PREFERRED
}

function cellsOf(points: readonly Point[]): TableCell[] {
  return points.map(({ cell }) => cell)
}

function scoreOf({ match, clarity }: Found): number {
  return match.score * clarity
}
