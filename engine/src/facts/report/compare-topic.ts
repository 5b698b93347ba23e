import { joinAnd, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { factOf, fieldRows, isCurrent } from './describe-topic.ts'
import { nameOf, percent, type Said, sayValue, state, writtenNumber } from './say-value.ts'
import type { Field, Profile, Topic } from './topics.ts'

const PERCENT = /^%/
const LARGE = /^(?:population|area|land area|coastline|labor force)$/
const COUNTED =
  /^(?:share|(?:birth|death|net migration) rate|Gini|current account|median|life exp|school life|.*ratio$)/

/** A topic of several subjects side by side. */
export function compareTopic(topic: Topic, profiles: readonly Profile[]): FactSection | undefined {
  const rows = fieldRows(topic.fields, profiles)
  if (rows.length === 0) return undefined
  return {
    heading: topic.heading,
    statements: topic.ranked.flatMap(field => compareField(field, profiles) ?? []),
    isProse: true,
    table: { columns: profiles.map(({ subject }) => subject.name), rows },
  }
}

/** Says who has more, by how much; undefined unless all have a number in one unit. */
export function compareField(
  field: Field,
  profiles: readonly Profile[],
): FactStatement | undefined {
  const facts = profiles.flatMap(profile => factOf(field, profile) ?? []).filter(isCurrent)
  const ranked = facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
  const [first, second, ...others] = ranked
  const last = ranked.at(-1)
  if (!first || !second || !last || facts.length < profiles.length) return undefined
  if (facts.some(({ number, unit }) => number === undefined || unit !== facts[0]?.unit))
    return undefined
  const isOfOneYear = ranked.every(({ year }) => year === first.year)
  const said = (fact: Fact) => {
    const isDated = isOfOneYear || fact.year === undefined
    return say`${sayValue(fact)}${isDated ? '' : ` (${fact.year})`}`
  }
  const when = isOfOneYear && first.year !== undefined ? ` (${first.year})` : ''
  const leader = nameOf(first.subject)
  if (first.number === last.number) {
    const all = joinAnd(ranked.map(({ subject }) => nameOf(subject)))
    return state(say`${all} have the same ${field.name}: ${sayValue(first)}${when}`, ...ranked)
  }
  if (others.length === 0) {
    const gap = gapOf(first, second)
    return state(
      say`${leader} has ${higher(field)}: ${said(first)} against ${said(second)} in ${nameOf(second.subject)}${when}${gap && say`, ${gap}`}`,
    )
  }
  const rest = list(ranked.slice(1).map(fact => say`${nameOf(fact.subject)} (${said(fact)})`))
  return state(
    say`By ${field.name}, ${leader} comes first with ${said(first)}, then ${rest}${when}`,
  )
}

/** "A larger population", "a higher share", "higher inflation". */
function higher({ name }: Field): string {
  if (LARGE.test(name)) return `a larger ${name}`
  return COUNTED.test(name) ? `a higher ${name}` : `higher ${name}`
}

function gapOf(first: Fact, second: Fact): Said | undefined {
  const [high = 0, low = 0] = [first.number, second.number]
  if (PERCENT.test(first.unit ?? '')) {
    const points = Number((high - low).toFixed(1))
    return points === 0 ? undefined : say`${writtenNumber(points)} percentage points more`
  }
  if (low <= 0) return undefined
  const ratio = high / low
  if (ratio < 2) return say`${percent(ratio - 1)}% more`
  return say`${writtenNumber(Number(ratio.toPrecision(ratio < 10 ? 2 : 3)))} times as much`
}
