import type { Effort } from '../../budgets.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import type { Facts } from '../open-facts.ts'
import { type Field, openProfile, type Profile, type Topics, topicsOf } from './topics.ts'

/** The rows for the builders of sections, each read once per report. */
export interface Reporting {
  readonly facts: Facts
  readonly topics: Topics
  readonly admits: (fact: Fact) => boolean
  profile(subject: Subject): Profile
  /** The newest number of each country, the highest first, all in one unit. */
  figures(field: Field): readonly Fact[]
  /** Facts that name the region of each place, by subject. */
  regions(): ReadonlyMap<number, Fact>
}

/** Sections of a report and the lowest effort that has them. */
export interface Layer {
  readonly least: Effort
  readonly build: () => readonly (FactSection | undefined)[]
}

export function createReporting(
  facts: Facts,
  { admits }: { readonly admits: (fact: Fact) => boolean },
): Reporting {
  const profiles = new Map<number, Profile>()
  const figures = new Map<string, readonly Fact[]>()
  return {
    facts,
    topics: topicsOf(facts),
    admits,
    profile(subject) {
      const known = profiles.get(subject.id) ?? openProfile(subject, { facts, admits })
      profiles.set(subject.id, known)
      return known
    },
    figures(field) {
      const known = figures.get(field.id) ?? readFigures(field, { facts, admits })
      figures.set(field.id, known)
      return known
    },
    regions() {
      const attribute = facts.attributes().find(({ label }) => label === 'Region')
      const rows = attribute ? facts.find({ attributes: [attribute.id] }).filter(admits) : []
      return new Map(rows.map(fact => [fact.subject.id, fact]))
    },
  }
}

function readFigures(
  { attribute, qualifier }: Field,
  { facts, admits }: Pick<Reporting, 'facts' | 'admits'>,
): Fact[] {
  const rows = facts
    .find({ attributes: [attribute.id] })
    .filter(({ number, subject }) => number !== undefined && subject.kind === 'country')
    .filter(fact => (fact.qualifier ?? '') === qualifier && admits(fact))
  const newest = [...Map.groupBy(rows, ({ subject }) => subject.id).values()].flatMap(own =>
    own.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0)).slice(0, 1),
  )
  const units = Map.groupBy(newest, ({ unit }) => unit)
  const [alike = []] = [...units.values()].toSorted((one, other) => other.length - one.length)
  return byNumber(alike)
}

/** The highest first. */
export function byNumber(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
}

/** The middle one of ranked figures; of two in the middle, the higher. */
export function medianOf(ranked: readonly Fact[]): Fact | undefined {
  return ranked[Math.floor((ranked.length - 1) / 2)]
}

/** A section that is a table, and sentences that say the most of it. */
export function tableSection(
  heading: string,
  table: FactTable,
  statements: readonly FactStatement[] = [],
): FactSection {
  return { heading, statements, ...(statements.length > 0 && { isProse: true }), table }
}
