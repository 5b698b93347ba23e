import { findNames } from '../text/find-names.ts'
import { contentStems } from '../text/words.ts'
import { labelStems, type Period, timelessLabel } from './labels.ts'
import { ASKING_STEMS, type TableQuestion } from './read-question.ts'
import { latestFirst, type Point, pointAt, pointsAt, type Series } from './series.ts'
import type { TableCell } from './table.ts'

export interface Match {
  readonly series: Series
  /** From 0, nothing in common, to about 1, named in full. */
  readonly score: number
  /** The phrase contains the label word by word. */
  readonly isVerbatim: boolean
}

/** Weights of words in the header, the section and the surrounding text, relative to the label. */
const HEADER_WORTH = 0.6
const SECTION_WORTH = 0.9
const CONTEXT_WORTH = 0.6
const AROUND_WORTH = 0.5
const ASKING_WORTH = 0.15
const OTHER_UNIT_WORTH = 0.9
const VERBATIM_WORTH = 0.12
const F1_WORTH = 0.85

type Stems = ReadonlySet<string>

/** Finds the series that a phrase of a question names, best first. */
export function matchSeries(all: readonly Series[], phrase: string, question = phrase): Match[] {
  const sequence = labelStems(timelessLabel(phrase))
  const asked = new Set(sequence)
  const around = new Set(labelStems(question))
  const names = findNames(question).map(contentStems)
  const asksPercent = /percent|%/i.test(phrase)
  return all
    .map(series => {
      const isVerbatim = series.label !== '' && contains(sequence, series.labelStems)
      const isUnit = asksPercent || series.points[0]?.cell.scale !== 'percent'
      const overlap = overlapOf(series, { asked, around, names })
      const score =
        overlap * F1_WORTH * (isUnit ? 1 : OTHER_UNIT_WORTH) + (isVerbatim ? VERBATIM_WORTH : 0)
      return { series, isVerbatim, score: overlap === 0 ? 0 : score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
}

/** The harmonic mean of the share of the series that is named and the share of the phrase it explains. */
function overlapOf(
  { section, table: { context }, ...series }: Series,
  { asked, around, names }: { asked: Stems; around: Stems; names: readonly Stems[] },
): number {
  // A name such as "Brindle Valve" says which document is meant, if its title has a part of it.
  const ofDocument = names.filter(name => !name.isDisjointFrom(context.aboutStems))
  const about = ofDocument.reduce((a, b) => a.union(b), context.aboutStems)
  const label = new Set(series.labelStems)
  const header = new Set(series.headerStems)
  const sections = new Set(labelStems(section))
  const naming = (stems: Stems) =>
    stems.intersection(asked).size +
    AROUND_WORTH * stems.intersection(around).difference(asked).size
  const named = naming(label) + HEADER_WORTH * naming(header)
  if (named === 0) return 0
  const precision = named / (label.size + HEADER_WORTH * header.size)
  let explained = 0
  let wanted = 0
  for (const stem of asked) {
    const isOwn = label.has(stem) || header.has(stem)
    // The words of the title only say which document is meant.
    if (about.has(stem) && !isOwn) continue
    const worth = ASKING_STEMS.has(stem) ? ASKING_WORTH : 1
    wanted += worth
    if (isOwn) explained += worth
    else if (sections.has(stem)) explained += worth * SECTION_WORTH
    else if (context.stems.has(stem)) explained += worth * CONTEXT_WORTH
  }
  const recall = wanted === 0 ? 0 : explained / wanted
  return recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function contains(sequence: readonly string[], label: readonly string[]): boolean {
  return label.length > 0 && ` ${sequence.join(' ')} `.includes(` ${label.join(' ')} `)
}

export interface Found {
  readonly match: Match
  readonly points: readonly Point[]
  /** Lower if another series fits nearly as well. */
  readonly clarity: number
}

/** Another series with such a share of the best one's score makes it less clear which is meant. */
const NEAR = 0.8
const UNCLEAR = 0.8
/** A series that has the times asked for may fit worse by this much than one that does not. */
const GOOD_ENOUGH = 0.6
const TIMES_MISSING = 0.5
const MOST_SPLITS = 24
const MOST_CANDIDATES = 12

/** Finds the series that a question names, with its points at the times asked for, or the latest first. */
export function findSeries(
  all: readonly Series[],
  { text, periods }: TableQuestion,
  isWanted: (series: Series) => boolean = () => true,
): Found | undefined {
  const matches = matchSeries(all, text).filter(({ series }) => isWanted(series))
  const [first] = matches
  if (!first) return undefined
  const timely = matches
    .filter(({ score }) => score >= first.score * GOOD_ENOUGH)
    .map(own => ({
      match: own,
      points: periods.length === 0 ? latestFirst(own.series.points) : pointsAt(own.series, periods),
    }))
    .filter(({ points }) => points.length > 0)
  const [best] = timely
  if (best) {
    // A statement may repeat a figure of another.
    const next = timely.find(({ points }) => figuresOf(points) !== figuresOf(best.points))
    const isNear = (next?.match.score ?? 0) >= best.match.score * NEAR
    return { ...best, clarity: isNear ? UNCLEAR : 1 }
  }
  return {
    match: { ...first, score: first.score * TIMES_MISSING },
    points: latestFirst(first.series.points),
    clarity: 1,
  }
}

function figuresOf(points: readonly Point[]): string {
  return points.map(({ cell }) => cell.number?.digits).join(' ')
}

export function hasNumbers({ points }: Series): boolean {
  return points.some(({ cell }) => cell.number)
}

export interface Pair {
  readonly cells: readonly [TableCell, TableCell]
  /** How well the worse of them fits. */
  readonly score: number
}

/** Finds the two items that a question compares or adds, each at its time. */
export function findPair(all: readonly Series[], question: TableQuestion): Pair | undefined {
  let best: Pair | undefined
  for (const [left, right] of splits(question)) {
    const one = itemOf(all, question, left)
    const other = itemOf(all, question, right)
    // Percentages are not compared with amounts.
    if (!one || !other || one.cell === other.cell || isPercent(one) !== isPercent(other)) continue
    const score = Math.min(one.score, other.score)
    if (!best || score > best.score) best = { cells: [one.cell, other.cell], score }
  }
  return best
}

function isPercent({ cell }: { readonly cell: TableCell }): boolean {
  return cell.scale === 'percent'
}

function itemOf(all: readonly Series[], { text, periods }: TableQuestion, phrase: string) {
  const own = periods.find(({ start, end }) => phrase.includes(text.slice(start, end)))
  const period: Period | undefined = own ?? periods[0]
  for (const { series, score } of matchSeries(all, phrase, text).slice(0, MOST_CANDIDATES)) {
    const isTimeless = series.points.every(point => point.period === undefined)
    const point = period && !isTimeless ? pointAt(series, period) : latestFirst(series.points)[0]
    if (point?.cell.number) return { cell: point.cell, score }
  }
  return undefined
}

const PART = '(?:percent(?:age)?|%|proportion|portion|share|fraction)'
const AS_PART = new RegExp(`,? as an? ${PART} of `, 'i')
/** A question for the percentage "of the whole" that "is the part" names the whole first. */
const OF_WHOLE = new RegExp(
  `what ${PART} of (?<whole>.+?) (?:is|are|was|were|does|do|did|came|comes?|made|makes|has|have|constitutes?d?|consists?)\\b(?<part>.+)`,
  'i',
)
const WITHIN =
  / (?:in|out of|over|among|against|to|from|of|relative to|compared (?:to|with)|within|for) /gi
const AGAINST = / (?:and|to|from|over|versus|vs\.?|compared (?:to|with)|against) /gi
const LISTED = /, (?:and )?| (?:and|plus) /gi

/** Lists the ways to split a question into two items, whose names may contain "and" too. */
function splits({ text, operation }: TableQuestion): (readonly [string, string])[] {
  if (operation === 'share') {
    const [before = '', after] = text.split(AS_PART)
    if (after !== undefined) return [[before, after]]
    const { part, whole } = OF_WHOLE.exec(text)?.groups ?? {}
    return part && whole ? [[part, whole]] : inTwo(afterWord(text, PART), WITHIN)
  }
  if (operation === 'ratio') return inTwo(afterWord(text, 'ratio'), AGAINST)
  return inTwo(text, ['sum', 'average', 'lookup'].includes(operation) ? LISTED : AGAINST)
}

function inTwo(text: string, separator: RegExp): (readonly [string, string])[] {
  const found = [...text.matchAll(separator)].slice(0, MOST_SPLITS)
  return found.map(({ 0: { length }, index }) => [text.slice(0, index), text.slice(index + length)])
}

function afterWord(text: string, word: string): string {
  return text
    .split(new RegExp(`\\b${word}\\b(?: (?:of|between))?`, 'i'))
    .slice(1)
    .join(' ')
}
