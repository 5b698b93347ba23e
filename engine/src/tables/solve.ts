import { calculate, count, largerFirst } from './calculate.ts'
import { listItems, listPeriods, whichItem, whichPeriod } from './compare.ts'
import { type Found, findPair, findSeries, hasNumbers, type Sheet } from './find-series.ts'
import { asksPercent, type Operation, type TableQuestion } from './read-question.ts'
import { between, latestFirst, type Point, twoPoints } from './series.ts'
import { measured, quoted, type TableAnswer, type TableCell } from './table.ts'

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
const OF_TIMES = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods|quarters|months)\b/i

type Solver = (sheet: Sheet, question: TableQuestion) => TableAnswer | undefined

const CHANGE = [lookUpNamed, change]
const AGGREGATE = [lookUpNamed, aggregate, lookUp]
const QUOTIENT = [quotient, lookUpInstead]

/** The ways to answer what a question wants. The first that finds something answers. */
const SOLVERS: Readonly<Record<Operation, readonly Solver[]>> = {
  lookup: [lookUp],
  difference: CHANGE,
  'percent-change': CHANGE,
  average: AGGREGATE,
  sum: AGGREGATE,
  ratio: QUOTIENT,
  share: QUOTIENT,
  count: [countListed],
  'which-period': [whichPeriod],
  'which-item': [whichItem],
  'list-periods': [listPeriods],
  'list-items': [listItems],
  explain: [],
}

/** Answers a question from the tables alone. */
export function solve(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  for (const solver of SOLVERS[question.operation]) {
    const answer = solver(sheet, question)
    if (answer) return answer
  }
  return undefined
}

function lookUp(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { periods, isRange, isRespective } = question
  const pair = isRespective && periods.length < 2 ? findPair(sheet, question) : undefined
  if (pair && pair.score > LEAST_ITEM_SCORE)
    return quoteCells(pair.cells, pair.score * LIKENESS_TRUST)
  const found = findSeries(sheet, question)
  if (!found) return undefined
  const { series, isVerbatim } = found.match
  const points = isRange && isRespective ? between(series, found.points) : found.points
  const trust = isVerbatim ? VERBATIM_TRUST : LIKENESS_TRUST
  return quoteCells(
    cellsOf(periods.length > 1 ? points : points.slice(0, 1)),
    scoreOf(found) * trust,
  )
}

function lookUpInstead(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const answer = lookUp(sheet, question)
  return answer && { ...answer, confidence: answer.confidence * INSTEAD_TRUST }
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
  return first && quoted(cells, { ...measured(first), confidence })
}

/** Calculates how much an item changed over time, or how much two items differ. */
function change(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const ofTwo = (cells: readonly TableCell[], score: number) => calculated(question, cells, score)
  const found = findSeries(sheet, question, hasNumbers)
  const pair = findPair(sheet, question)
  const ofPair = pair && ofTwo(pair.cells, pair.score)
  if (!found || isPreferred(pair, found)) return ofPair
  const cells = cellsOf(twoPoints(found.match.series, found.points))
  return ofTwo(cells, scoreOf(found)) ?? ofPair
}

/** Neither a change over time nor from one item to another. */
function isUndirected({ text, operation }: TableQuestion): boolean {
  const isDirected = /\bnet difference|\bchange|\b(?:in|de)crease|\bfrom\b.*\bto\b|\bcompared\b/i
  return operation === 'difference' && /\bdifference\b/i.test(text) && !isDirected.test(text)
}

/** One item divided by another. */
function quotient(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const pair = findPair(sheet, question)
  return pair && calculated(question, pair.cells, pair.score)
}

/** The sum or the average of one item over several times, or of two items at one. */
function aggregate(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const found = findSeries(sheet, question, hasNumbers)
  const pair = question.periods.length < 2 ? findPair(sheet, question) : undefined
  if (pair && isPreferred(pair, found)) return calculated(question, pair.cells, pair.score)
  return found && calculated(question, cellsOf(aggregated(found, question)), scoreOf(found))
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

function countListed(sheet: Sheet, question: TableQuestion): TableAnswer | undefined {
  const { text, comparison } = question
  const [list, choose] = OF_TIMES.test(text) ? [listPeriods, whichPeriod] : [listItems, whichItem]
  const found = (comparison ? choose : list)(sheet, question)
  if (!found && comparison?.threshold === undefined) return undefined
  return count(found ?? quoted([], { confidence: NONE_TRUST }))
}

function calculated(
  question: TableQuestion,
  inputs: readonly TableCell[],
  score: number,
): TableAnswer | undefined {
  const { operation } = question
  const [first] = inputs
  if (!first) return undefined
  const isQuotient = operation === 'ratio' || operation === 'share'
  const isPercent = asksPercent(question)
  const isScaled = !isQuotient && operation !== 'percent-change'
  const kind = isQuotient ? (isPercent ? 'share' : 'ratio') : operation
  return calculate(
    kind as Parameters<typeof calculate>[0],
    isUndirected(question) ? largerFirst(inputs) : inputs,
    {
      inputs,
      calculated: operation,
      scale: isScaled ? first.scale : isPercent ? 'percent' : '',
      ...(first.unit && isScaled && { unit: first.unit }),
      confidence: score * CALCULATION_TRUST,
    },
  )
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
