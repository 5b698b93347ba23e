import type { Company } from '../search/company-fact.ts'
import { joinAnd } from '../text/say.ts'
import { type Metric, metricOf } from './metrics.ts'
import profiles from './profiles.json' with { type: 'json' }

/** A mark that a figure should reach or stay at; another one takes its place where no filing has the figure. */
export interface Test {
  readonly metric: string
  readonly above?: number
  readonly least?: number
  readonly most?: number
  readonly otherwise?: Test
  /** The name of the measure by which companies are compared instead. */
  readonly compared?: string
}

/** The measures that tell most about companies of some industries, by id. */
export interface Profile {
  /** The companies that the tests are for; empty if they are for any. */
  readonly named: string
  /** A regular expression for the industries. */
  readonly industries: string
  /** Each with others that may take its place. */
  readonly opening: readonly (readonly string[])[]
  readonly sections: Readonly<Record<string, readonly string[]>>
  readonly tests: readonly Test[]
}

const rows = profiles as unknown as readonly Profile[]
/** The last fits any company, and has what the others leave out. */
const PROFILES = rows.map((row): Profile => ({ ...rows.at(-1), ...row }))
const MOST_COMPARED = 4

/** The measures that say which of several companies is in better shape. */
export const SHAPE = joinAnd([
  'growth of revenue',
  ...PROFILES.flatMap(({ tests }) => tests.flatMap(({ compared }) => compared ?? [])),
])

export const profileFor = (industry = '') =>
  PROFILES.find(({ industries }) => new RegExp(industries, 'i').test(industry))

/** The measures to compare companies by: those of their industries, if these have the same. */
export function comparedBy(companies: readonly Company[]): Metric[] {
  const [own, ...others] = new Set(companies.map(({ industry }) => profileFor(industry)))
  const { opening = [] } = (others.length === 0 ? own : undefined) ?? profileFor() ?? {}
  return opening.slice(0, MOST_COMPARED).flatMap(([id]) => (id ? metricOf(id) : []))
}
