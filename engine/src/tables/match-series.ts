import { contentStems, words } from '../text/words.ts'
import { labelStems, timelessLabel } from './label-text.ts'
import { ASKING_STEMS } from './read-question.ts'
import type { Series } from './series.ts'
import type { Table } from './table.ts'

export interface Match {
  readonly series: Series
  /** From 0, nothing in common, to about 1, named in full. */
  readonly score: number
  /** The phrase contains the label word by word. */
  readonly isVerbatim: boolean
}

/** Finds the series that a phrase of a question names, best first. */
export type Matcher = (phrase: string, question?: string) => Match[]

/** How much a word of the header, the section or the text around counts, compared with one of the label. */
const HEADER_WORTH = 0.6
const SECTION_WORTH = 0.9
const CONTEXT_WORTH = 0.6
const AROUND_WORTH = 0.5
const ASKING_WORTH = 0.15
const OTHER_UNIT_WORTH = 0.9
const VERBATIM_WORTH = 0.12
const F1_WORTH = 0.85

export function createMatcher(all: readonly Series[]): Matcher {
  const contexts = new Map<Table, ReadonlySet<string>>()
  for (const { table } of all) {
    if (contexts.has(table)) continue
    const headers = table.columns.map(({ header }) => header).join(' ')
    const around = words(`${headers} ${table.context.surroundings}`)
    contexts.set(table, new Set(around.map(({ stem }) => stem)))
  }
  return (phrase, question = phrase) => {
    const around = new Set(labelStems(question))
    const sequence = labelStems(timelessLabel(phrase))
    const asked = new Set(sequence)
    const asksPercent = /percent|%/i.test(phrase)
    return all
      .map(series => {
        const isVerbatim = series.label !== '' && contains(sequence, series.labelStems)
        const isUnit = asksPercent || series.points[0]?.cell.scale !== 'percent'
        const f1 = overlap(series, {
          asked,
          around,
          context: contexts.get(series.table) ?? new Set(),
        })
        const score =
          F1_WORTH * f1 * (isUnit ? 1 : OTHER_UNIT_WORTH) + (isVerbatim ? VERBATIM_WORTH : 0)
        return { series, isVerbatim, score: f1 === 0 ? 0 : score }
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
  }
}

/** The harmonic mean of how much of the series is named and how much of the phrase it explains. */
function overlap(
  { table, section, ...series }: Series,
  { asked, around, context }: Record<'asked' | 'around' | 'context', ReadonlySet<string>>,
): number {
  const label = new Set(series.labelStems)
  const header = new Set(series.headerStems)
  const sections = new Set(labelStems(section))
  const naming = (stems: ReadonlySet<string>) =>
    stems.intersection(asked).size +
    AROUND_WORTH * stems.intersection(around).difference(asked).size
  const named = naming(label) + HEADER_WORTH * naming(header)
  if (named === 0) return 0
  const precision = named / (label.size + HEADER_WORTH * header.size)
  const about = contentStems(table.context.about)
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
    else if (context.has(stem)) explained += worth * CONTEXT_WORTH
  }
  const recall = wanted === 0 ? 0 : explained / wanted
  return recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function contains(sequence: readonly string[], label: readonly string[]): boolean {
  return label.length > 0 && ` ${sequence.join(' ')} `.includes(` ${label.join(' ')} `)
}
