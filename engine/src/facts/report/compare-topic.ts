import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { writeNumber } from '../write-fact.ts'
import { cellOf, factOf, isCurrent, isShort } from './describe-topic.ts'
import { capital, joinAnd, nameOf, sayValue } from './say-value.ts'
import type { Field, Profile, Topic } from './topics.ts'

const PERCENT = /^%/
const LARGE = /^(?:population|area|land area|coastline|labor force)$/
const COUNTED =
  /^(?:share|(?:birth|death|net migration) rate|Gini|current account|median|life exp|school life|.*ratio$)/

/** A topic of several subjects side by side. */
export function compareTopic(topic: Topic, profiles: readonly Profile[]): FactSection | undefined {
  const rows = topic.fields.flatMap(field => {
    const cells = profiles.map(profile => {
      const fact = factOf(field, profile)
      return fact && isShort(fact) ? cellOf([fact]) : undefined
    })
    return cells.some(Boolean) ? [{ label: capital(field.name), cells }] : []
  })
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
  const [sample] = facts
  if (!sample || facts.length < profiles.length || profiles.length < 2) return undefined
  if (facts.some(({ number, unit }) => number === undefined || unit !== sample.unit))
    return undefined
  const ranked = facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
  const [first, second] = ranked
  const last = ranked.at(-1)
  if (!first || !second || !last) return undefined
  const isOfOneYear = ranked.every(({ year }) => year === first.year)
  const said = (fact: Fact) => {
    const { text } = sayValue(fact)
    return isOfOneYear || fact.year === undefined ? text : `${text} (${fact.year})`
  }
  const when = isOfOneYear && first.year !== undefined ? ` (${first.year})` : ''
  const rounded = ranked.flatMap(fact => sayValue(fact).computed)
  if (first.number === last.number) {
    const all = joinAnd(ranked.map(({ subject }) => nameOf(subject)))
    const text = `${capital(all)} have the same ${field.name}: ${sayValue(first).text}${when}.`
    return { text, facts: ranked, computed: rounded }
  }
  const gap = gapOf(first, ranked.length === 2 ? second : last)
  if (ranked.length === 2) {
    const text = `${capital(nameOf(first.subject))} has ${higher(field)}: ${said(first)} against ${said(second)} in ${nameOf(second.subject)}${when}${gap.text && `, ${gap.text}`}.`
    return { text, facts: ranked, computed: [...rounded, ...gap.computed] }
  }
  const others = ranked.slice(1).map(fact => `${nameOf(fact.subject)} (${said(fact)})`)
  const text = `By ${field.name}, ${nameOf(first.subject)} comes first with ${said(first)}, then ${joinAnd(others)}${when}.`
  return { text, facts: ranked, computed: rounded }
}

/** "A larger population", "a higher share", "higher inflation". */
function higher({ name }: Field): string {
  if (LARGE.test(name)) return `a larger ${name}`
  return COUNTED.test(name) ? `a higher ${name}` : `higher ${name}`
}

function gapOf(first: Fact, second: Fact): { text: string; computed: readonly number[] } {
  const [high = 0, low = 0] = [first.number, second.number]
  if (PERCENT.test(first.unit ?? '')) {
    const points = Number((high - low).toFixed(1))
    return points === 0
      ? { text: '', computed: [] }
      : { text: `${writeNumber(points)} percentage points more`, computed: [points] }
  }
  if (low <= 0) return { text: '', computed: [] }
  const ratio = high / low
  if (ratio < 2) {
    const percent = Number(((ratio - 1) * 100).toPrecision(2))
    return { text: `${percent}% more`, computed: [percent] }
  }
  const times = Number(ratio.toPrecision(ratio < 10 ? 2 : 3))
  return { text: `${writeNumber(times)} times as much`, computed: [times] }
}
