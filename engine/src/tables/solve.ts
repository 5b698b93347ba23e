import { calculate, count, largerFirst } from './calculate.ts'
import { listItems, listPeriods, whichPeriod } from './compare.ts'
import { type Found, findPair, findSeries, hasNumbers } from './find-series.ts'
import { asksPercent, type Operation, type TableQuestion } from './read-question.ts'
import { between, latestFirst, type Point, type Series, twoPoints } from './series.ts'
import { quoteCells, type TableAnswer, type TableCell } from './table.ts'

/** Confidence in a result, relative to how well its label fits. */
const VERBATIM_TRUST = 0.95
const LIKENESS_TRUST = 0.8
const CALCULATION_TRUST = 0.95
/** For a cell that is returned instead of the requested quotient. */
const INSTEAD_TRUST = 0.4
const LEAST_ITEM_SCORE = 0.3
/** Two items must fit nearly as well as one item at several times. */
const PAIR_PREFERRED = 0.9
const NAMED_RESULT = /^(?:averag|increas|decreas|chang|growth|declin)/
const OF_TIMES = /\bhow many (?:of the )?(?:fiscal )?(?:years|periods|quarters|months)\b/i

type Solver = (all: readonly Series[], question: TableQuestion) => TableAnswer | undefined

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
  // Records answer it.
  'which-item': [],
  'list-periods': [listPeriods],
  'list-items': [listItems],
  explain: [],
}

/** Answers a question from the tables alone. */
export function solve(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  for (const solver of SOLVERS[question.operation]) {
    const answer = solver(all, question)
    if (answer) return answer
  }
  return undefined
}

function lookUp(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const { periods, isRange, isRespective } = question
  const pair = isRespective && periods.length < 2 ? findPair(all, question) : undefined
  if (pair && pair.score > LEAST_ITEM_SCORE)
    return quoteCells(pair.cells, { confidence: pair.score * LIKENESS_TRUST })
  const found = findSeries(all, question)
  if (!found) return undefined
  const { series, isVerbatim } = found.match
  const points = isRange && isRespective ? between(series, found.points) : found.points
  const trust = isVerbatim ? VERBATIM_TRUST : LIKENESS_TRUST
  const cells = cellsOf(periods.length > 1 ? points : points.slice(0, 1))
  return quoteCells(cells, { confidence: scoreOf(found) * trust })
}

function lookUpInstead(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const answer = lookUp(all, question)
  return answer && { ...answer, confidence: answer.confidence * INSTEAD_TRUST }
}

/** A row that is itself called an average or a change is looked up. */
function lookUpNamed(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  if (question.periods.length !== 1) return undefined
  const match = findSeries(all, question)?.match
  const isNamed = match?.isVerbatim && match.series.labelStems.some(stem => NAMED_RESULT.test(stem))
  return isNamed ? lookUp(all, question) : undefined
}

/** Calculates how much an item changed over time, or how much two items differ. */
function change(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const ofTwo = (cells: readonly TableCell[], score: number) => calculated(question, cells, score)
  const found = findSeries(all, question, hasNumbers)
  const pair = findPair(all, question)
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
function quotient(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const pair = findPair(all, question)
  return pair && calculated(question, pair.cells, pair.score)
}

/** The sum or the average of one item over several times, or of two items at one. */
function aggregate(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const found = findSeries(all, question, hasNumbers)
  const pair = question.periods.length < 2 ? findPair(all, question) : undefined
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

function countListed(all: readonly Series[], question: TableQuestion): TableAnswer | undefined {
  const list = OF_TIMES.test(question.text) ? listPeriods : listItems
  const found = (question.comparison ? whichPeriod : list)(all, question)
  return found && count(found)
}

function calculated(
  question: TableQuestion,
  cells: readonly TableCell[],
  score: number,
): TableAnswer | undefined {
  const { operation } = question
  const isQuotient = operation === 'ratio' || operation === 'share'
  const kind = isQuotient ? (asksPercent(question) ? 'share' : 'ratio') : operation
  return calculate(
    kind as Parameters<typeof calculate>[0],
    isUndirected(question) ? largerFirst(cells) : cells,
    { confidence: score * CALCULATION_TRUST },
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
