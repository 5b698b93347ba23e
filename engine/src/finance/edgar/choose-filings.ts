import { readTimes } from '../question/read-times.ts'
import type { CompanyRecord, Figure, Filing } from './company-record.ts'

export interface AskedFilings {
  readonly years: readonly number[]
  readonly quarters: readonly string[]
  /** How many of the latest years, for "over the last five years". */
  readonly latestYears: number
}

const LATEST = 4
const MOST_RESTATING = 4
const MOST_YEARS = 15
/** Limit on the characters of a question that are read. */
const MOST_CHARACTERS = 2_000

/** The years and quarters that a question names; ranges with all that lie between. */
export function readAsked(question: string): AskedFilings {
  const { asked } = readTimes(question.slice(0, MOST_CHARACTERS), '', false)
  const periods = asked.kind === 'each' ? asked.periods : []
  const ends = asked.kind === 'range' ? [asked.from, asked.to ?? asked.from] : periods
  const years = ends.flatMap(one =>
    'year' in one ? one.year : one.kind === 'date' ? Number(one.on.slice(0, 4)) : [],
  )
  const [first = 0, last = 0] = [Math.min(...years), Math.max(...years)]
  const isSpan = asked.kind === 'range' && last - first <= MOST_YEARS
  const between = isSpan ? Array.from({ length: last - first }, (_, at) => first + at) : []
  return {
    years: [...new Set([...years, ...between, ...(asked.kind === 'quarters' ? [asked.year] : [])])]
      .filter(year => year > 0)
      .sort((one, other) => other - one),
    quarters: ends.flatMap(one => ('part' in one && /^Q/.test(one.part ?? '') ? [one.part] : [])),
    latestYears: asked.kind === 'last' && asked.part === 'year' ? asked.count : 0,
  }
}

/**
 * Chooses the filings for a question, the most useful first: those on the periods that it names, the latest
 * ones, and those that give a different value for the same figure.
 */
export function chooseFilings({ filings }: CompanyRecord, asked: AskedFilings): Filing[] {
  const original = filings.filter(({ isAmendment }) => !isAmendment)
  const annual = original.filter(({ kind }) => kind === 'annual')
  const quarterly = original.filter(({ kind }) => kind === 'quarterly')
  // The reports on the years, or else the latest report that looks back on one.
  const ofYears = asked.years.flatMap(
    year =>
      annual.find(({ period }) => period?.fiscalYear === year) ??
      annual.find(({ figures }) => figures.some(({ period }) => period.fiscalYear === year)) ??
      [],
  )
  const named = [...ofQuarters(quarterly, asked), ...ofYears]
  const first = [...new Set([...named, ...annual.slice(0, 1), ...quarterly.slice(0, 1)])]
  const newest = annual.slice(0, Math.max(LATEST, asked.latestYears))
  const likely = new Set([
    ...first,
    ...restating(first, filings),
    ...newest,
    ...quarterly.slice(0, LATEST),
  ])
  return [...likely, ...restating([...likely], filings)]
}

/** The annual reports whose words matter: those on the years asked for, and the latest. */
export function chooseTexts(filings: readonly Filing[], { years }: AskedFilings): Filing[] {
  const annual = filings.filter(({ kind, isAmendment }) => kind === 'annual' && !isAmendment)
  const named = years.flatMap(
    year => annual.find(({ period }) => period?.fiscalYear === year) ?? [],
  )
  return [...new Set([...named, ...annual.slice(0, 1)])]
}

/** The last quarter has no report: it is the year minus the nine months before. */
function ofQuarters(quarterly: readonly Filing[], { years, quarters }: AskedFilings): Filing[] {
  const parts = quarters.map(quarter => (quarter === 'Q4' ? 'Q3' : quarter))
  const isOf = ({ period }: Filing) =>
    period &&
    parts.includes(period.part) &&
    (years.length === 0 || years.includes(period.fiscalYear))
  return quarterly.filter(isOf).slice(0, LATEST)
}

/** The newest filings that differ from the chosen ones in a figure, and the amendments that did. */
function restating(chosen: readonly Filing[], filings: readonly Filing[]): Filing[] {
  const values = new Map<string, Set<number>>()
  for (const figure of chosen.flatMap(({ figures }) => figures))
    values.set(keyOf(figure), (values.get(keyOf(figure)) ?? new Set()).add(figure.value))
  const others = filings.filter(filing => !chosen.includes(filing))
  const found = others.filter(({ figures }) => {
    const changed = figures.filter(one => values.get(keyOf(one))?.has(one.value) === false)
    for (const figure of changed) values.get(keyOf(figure))?.add(figure.value)
    return changed.length > 0
  })
  // If there are two values, an amendment may have been the first to give the second one.
  const amending = others.filter(
    ({ isAmendment, figures }) =>
      isAmendment && figures.some(figure => (values.get(keyOf(figure))?.size ?? 0) > 1),
  )
  return [...new Set([...found.slice(0, MOST_RESTATING), ...amending])].slice(0, MOST_RESTATING)
}

function keyOf({ concept, unit, period: { start, end } }: Figure): string {
  return `${concept} ${unit} ${start} ${end}`
}
