import type { Operation } from './operation.ts'
import type { Intent } from './question-intent.ts'
import { unitOf } from './scale-of.ts'
import { between } from './select-points.ts'
import { bestSeries, quotedScale, type Sheet } from './sheet.ts'
import { splitItems } from './split-items.ts'
import { quoted, type TableAnswer } from './table-answer.ts'

const LEAST_ITEM_SCORE = 0.3
/** A label that the question repeats word by word is seldom the wrong one. */
const VERBATIM_TRUST = 0.95
const LIKENESS_TRUST = 0.8

/** The cell or the cells that a question asks for. */
export function lookUp(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  if (intent.isRespective && intent.periods.length < 2) {
    const items = splitItems(sheet, intent)
    if (items && items.score > LEAST_ITEM_SCORE) {
      return quoted(items.cells, {
        scale: quotedScale(items.table, items.cells[0]),
        confidence: items.score * LIKENESS_TRUST,
      })
    }
  }
  const found = bestSeries(sheet, intent)
  if (!found) return undefined
  const { series, score, isVerbatim } = found.match
  const isListed = intent.isRange && intent.isRespective
  const points = isListed ? between(series, found.points) : found.points
  const wanted = points.slice(0, intent.periods.length > 1 ? points.length : 1)
  const [first] = wanted
  const unit = first && unitOf(series.table, first.cell)
  return (
    first &&
    quoted(
      wanted.map(point => point.cell),
      {
        scale: quotedScale(series.table, first.cell),
        decimals: first.cell.number?.decimals ?? 0,
        ...(unit && { unit }),
        clarity: found.clarity,
        confidence: score * (isVerbatim ? VERBATIM_TRUST : LIKENESS_TRUST),
      },
    )
  )
}

const NAMED: Partial<Record<Operation, RegExp>> = {
  average: /^averag/,
  difference: /^(?:increas|decreas|chang|growth|declin)/,
  'percent-change': /^(?:increas|decreas|chang|growth)/,
}

/** Where the row itself is called an average or a change, asking for one time asks for that row. */
export function lookUpNamed(sheet: Sheet, intent: Intent): TableAnswer | undefined {
  const pattern = NAMED[intent.operation]
  if (!pattern || intent.periods.length !== 1) return undefined
  const match = bestSeries(sheet, intent)?.match
  if (!match?.isVerbatim || !match.series.labelStems.some(stem => pattern.test(stem)))
    return undefined
  return lookUp(sheet, intent)
}
