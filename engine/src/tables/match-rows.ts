import { words } from '../text/words.ts'
import { ASKING_STEMS } from './asking-words.ts'
import { contentStems } from './content-stems.ts'
import { labelStems, timelessLabel } from './label-text.ts'
import type { Series } from './series.ts'
import type { Table } from './table.ts'

export interface Match {
  readonly series: Series
  /** From 0, nothing in common, to about 1, named in full. */
  readonly score: number
  /** The phrase holds the label word by word. */
  readonly isVerbatim: boolean
}

/** Finds the series that a phrase names, best first. */
export type Matcher = (phrase: string, context?: string) => Match[]

/** Words that accounts use for one thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['revenue', 'revenues', 'sales', 'turnover'],
  ['profit', 'income', 'earnings'],
  ['expense', 'expenses', 'cost', 'costs', 'expenditure'],
  ['loss', 'losses'],
  ['equity', 'stockholders', 'shareholders'],
  ['cash', 'money'],
  ['employees', 'staff', 'headcount', 'personnel'],
  ['receivable', 'receivables'],
  ['tax', 'taxes', 'taxation'],
  ['population', 'inhabitants'],
]
const FAMILY = new Map(
  SYNONYMS.flatMap((family, index) =>
    words(family.join(' ')).map(word => [word.stem, index] as const),
  ),
)
const SYNONYM_WORTH = 0.6
const SECTION_WORTH = 0.9
const CONTEXT_WORTH = 0.6
const UNASKED_PERCENT = 0.88
const UNASKED_AMOUNT = 0.95
const UNNAMED_WORTH = 0.8
const ASKING_WEIGHT = 0.15

export function createMatcher(all: readonly Series[]): Matcher {
  const weight = weights(all)
  const known = new Map<Table, Pick<Asked, 'context' | 'about'>>()
  const contextOf = ({ table }: Series) => {
    const stored = known.get(table)
    if (stored) return stored
    const headers = table.columns.map(column => column.header).join(' ')
    const all = words(`${table.caption} ${headers} ${table.surroundings}`)
    const context = new Set(all.map(word => word.stem))
    const found = { context, about: new Set(contentStems(table.about)) }
    known.set(table, found)
    return found
  }
  return (phrase, context = '') => {
    const asked = labelStems(timelessLabel(phrase))
    const around = new Set(labelStems(timelessLabel(context)))
    const sequence = ` ${asked.join(' ')} `
    return all
      .map(series => ({
        series,
        isVerbatim: isVerbatim(series, sequence),
        score: score(series, { asked, around, sequence, weight, ...contextOf(series) }),
      }))
      .filter(match => match.score > 0)
      .toSorted((a, b) => b.score - a.score)
  }
}

interface Asked {
  readonly asked: readonly string[]
  readonly around: ReadonlySet<string>
  readonly sequence: string
  readonly weight: (stem: string) => number
  readonly context: ReadonlySet<string>
  /** The words of the title, which the question repeats to say which document it means. */
  readonly about: ReadonlySet<string>
}

function score(series: Series, { asked, around, sequence, weight, context, about }: Asked): number {
  const askedSet = new Set(asked)
  let named = 0
  let label = 0
  const count = (stem: string, worth: number) => {
    const full = weight(stem) * worth
    label += full
    named += full * Math.max(likeness(stem, askedSet), around.has(stem) ? 0.5 : 0)
  }
  for (const stem of new Set(series.labelStems)) count(stem, 1)
  for (const stem of new Set(series.headerStems)) count(stem, 0.6)
  const labels = new Set(series.labelStems)
  const headers = new Set(series.headerStems)
  let explained = 0
  let wanted = 0
  for (const stem of askedSet) {
    if (about.has(stem) && !labels.has(stem) && !headers.has(stem)) continue
    const full = weight(stem) * (ASKING_STEMS.has(stem) ? ASKING_WEIGHT : 1)
    const worth = Math.max(
      likeness(stem, labels),
      likeness(stem, headers),
      SECTION_WORTH * likeness(stem, series.sectionStems),
      context.has(stem) ? CONTEXT_WORTH : 0,
    )
    wanted += full
    explained += full * worth
  }
  if (label === 0 || wanted === 0 || named === 0) return 0
  const precision = named / label
  const recall = explained / wanted
  const section = Math.max(0, ...series.sections.map(stems => namedShare(stems, askedSet, around)))
  return (
    unitFit(series, askedSet.union(around)) *
      (series.isUnnamed ? UNNAMED_WORTH : 1) *
      ((2 * precision * recall) / (precision + recall)) *
      0.85 +
    (isVerbatim(series, sequence) ? 0.12 : 0) +
    section * 0.05
  )
}

function namedShare(
  stems: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  around: ReadonlySet<string>,
): number {
  if (stems.size === 0) return 0
  return [...stems].filter(stem => asked.has(stem) || around.has(stem)).length / stems.size
}

/** A percentage is asked for as such; an amount mostly without saying so. */
function unitFit({ points }: Series, asked: ReadonlySet<string>): number {
  const asksPercent = asked.has('percentag') || asked.has('percent')
  const isPercent = points[0]?.cell.number?.isPercent === true
  return isPercent === asksPercent ? 1 : isPercent ? UNASKED_PERCENT : UNASKED_AMOUNT
}

function isVerbatim({ labelStems, isUnnamed }: Series, sequence: string): boolean {
  return !isUnnamed && labelStems.length > 0 && sequence.includes(` ${labelStems.join(' ')} `)
}

/** How far a word is among others: itself, or another that accounts use for the same. */
export function likeness(stem: string, among: ReadonlySet<string>): number {
  if (among.has(stem)) return 1
  const family = FAMILY.get(stem)
  if (family === undefined) return 0
  for (const other of among) if (FAMILY.get(other) === family) return SYNONYM_WORTH
  return 0
}

/** A word that few labels have tells more. */
function weights(all: readonly Series[]): (stem: string) => number {
  const frequency = new Map<string, number>()
  const labels = new Set(all.map(series => `${series.label}|${series.headerStems.join(' ')}`))
  const seen = new Set<string>()
  for (const series of all) {
    const own = `${series.label}|${series.headerStems.join(' ')}`
    if (seen.has(own)) continue
    seen.add(own)
    for (const stem of new Set([...series.labelStems, ...series.headerStems]))
      frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  }
  return stem => {
    const many = frequency.get(stem)
    return many === undefined ? 0.7 : Math.log(1 + (labels.size + 1) / many)
  }
}
