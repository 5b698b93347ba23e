import type { Company } from '../search/company-fact.ts'
import type { FactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure, findSeries, type Slot } from './find-figure.ts'
import { type Answer, type MetricQuestion, slotsOf } from './look-up-figures.ts'
import { previousSlot } from './resolve-slots.ts'
import { nameMissing, nameUnresolved } from './statements/name-missing.ts'
import type { Voice } from './statements/say.ts'
import { growthOf, stateAnnualRate, stateStep } from './statements/state-change.ts'
import { stateGrowthRank } from './statements/state-comparison.ts'

/** How one metric changed, for each company, and whose grew most. */
export function answerChange(book: FactBook, question: MetricQuestion, voice: Voice): Answer {
  const changes = question.companies.map(company => findChanges(book, company, question))
  const options = { voice, decimals: question.decimals }
  const isRate = question.operation.kind === 'annual-rate'
  const statements = changes
    .flatMap(({ ends }) => ends)
    .flatMap(
      ([from, to]) =>
        (isRate ? stateAnnualRate(from, to, options) : undefined) ?? stateStep(from, to, options),
    )
  const grown = changes.flatMap(({ ends }) => {
    const [only] = ends
    const growth = only && ends.length === 1 ? growthOf(...only, question.decimals) : undefined
    return only && growth ? [{ figures: only, growth }] : []
  })
  const ranked = isRate ? undefined : stateGrowthRank(grown, voice)
  return {
    statements: [...(ranked ? [ranked] : []), ...statements],
    figures: changes.flatMap(({ figures }) => figures),
    missing: changes.flatMap(({ missing }) => missing),
  }
}

type Ends = readonly [from: Figure, to: Figure]

interface Changes {
  readonly ends: readonly Ends[]
  /** All figures from the first to the last. */
  readonly figures: readonly Figure[]
  /** The ends without a figure, in words. */
  readonly missing: readonly string[]
}

/** Finds the ends of each change: the first and the last time asked for, or each time and the previous one. */
function findChanges(book: FactBook, company: Company, question: MetricQuestion): Changes {
  const { metric, periods, step, isAgainstPrevious, decimals } = question
  const asked = spanOf(book, company, question)
  const [first, last] = [asked[0], asked.at(-1)]
  if (!first || !last)
    return { ends: [], figures: [], missing: [nameUnresolved({ company, metric }, periods)] }
  const isStepwise = asked.length === 1 || isAgainstPrevious
  // From 2019 to 2023 there are four steps.
  const stepped = asked.length > 1 && periods.kind === 'range' ? asked.slice(1) : asked
  const pairs = isStepwise
    ? stepped.map(slot => [previousSlot(slot, step), slot] as const)
    : [[first, last] as const]
  const slots = [...pairs.flat(), ...(isStepwise ? [] : asked)].filter(slot => slot !== undefined)
  const found = findSeries(book, { company, metric, slots, decimals })
  const figureAt = (slot: Slot | undefined) => (slot ? found[slots.indexOf(slot)] : undefined)
  const ends = pairs.flatMap(([before, slot]): Ends[] => {
    const [from, to] = [figureAt(before), figureAt(slot)]
    return from && to ? [[from, to]] : []
  })
  const absent = pairs.flat().filter(slot => slot !== undefined && !figureAt(slot))
  const open = [...new Set(absent)].filter(slot => slot !== undefined)
  return {
    ends,
    figures: ends.length > 0 ? found.filter(one => one !== undefined) : [],
    missing: open.length > 0 ? [nameMissing({ company, metric }, open)] : [],
  }
}

/** A change over the last five years starts five years back, if there is a figure for that time. */
function spanOf(book: FactBook, company: Company, question: MetricQuestion): readonly Slot[] {
  const { periods, metric, isAgainstPrevious } = question
  const slots = slotsOf(book, company, question)
  const [first] = slots
  if (periods.kind !== 'last' || isAgainstPrevious || !first) return slots
  const earlier = previousSlot(first, periods.part)
  const isKnown = earlier && findFigure(book, { company, metric, slot: earlier })
  return earlier && isKnown ? [earlier, ...slots] : slots
}
