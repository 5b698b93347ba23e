import type { FactAnswer, FactStatement } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import { type Asking, read } from './select-facts.ts'

export const ORGANIZATIONS = 'International organization participation'
const MOST_REGIONS = 6

/** Plural nouns by kind of subject. */
export const NOUNS: Readonly<Record<string, string>> = {
  country: 'countries',
  company: 'companies',
  territory: 'territories',
}

export interface Scope {
  readonly name: string
  /** The fact that puts each subject into the scope, by subject; undefined if there is no scope. */
  readonly members?: ReadonlyMap<number, Fact>
}

/** Cites the reason why each subject is in the scope. */
export function withScope(
  answer: FactAnswer | undefined,
  { members }: Scope,
): FactAnswer | undefined {
  if (!answer || !members) return answer
  // One of each region, if the scope has several.
  const byRegion = Map.groupBy(members.values(), ({ text }) => text)
  const examples =
    byRegion.size > 1 && byRegion.size < MOST_REGIONS
      ? [...byRegion.values()].flatMap(([first]) => first ?? [])
      : []
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => members.get(subject.id) ?? [])
    const cited = [...new Set([...facts, ...reasons, ...examples])]
    return { ...statement, facts: cited }
  }
  return { ...answer, statements: answer.statements.map(cite), details: answer.details.map(cite) }
}

export function sensesOf<Type extends 'kind' | 'extreme' | 'group' | 'member'>(
  type: Type,
  { question }: Asking,
) {
  return question.phrases.flatMap(({ senses }) =>
    senses.filter((sense): sense is Extract<typeof sense, { type: Type }> => sense.type === type),
  )
}

/** The subjects of a region or an organization. */
export function scopeOf(asking: Asking): Scope {
  const attributeNamed = (wanted: string) =>
    asking.facts.attributes().find(({ label }) => label === wanted)
  const [group] = sensesOf('group', asking)
  const [member] = sensesOf('member', asking)
  const attribute = attributeNamed(group ? 'Region' : ORGANIZATIONS)
  if (!(group || member) || !attribute) return { name: '' }
  const rows = read({ attributes: [attribute.id] }, asking).filter(({ text = '' }) =>
    group ? group.regions.includes(text) : isListed(text, member?.organization ?? ''),
  )
  const isUnion = group && !group.regions.every(region => region.includes(group.group))
  const named = isUnion && group.group !== 'Asia' ? group.regions.join(', ') : group?.group
  const { said, left = [] } = member ?? {}
  const name = `in ${named ?? said}`
  const present = rows.filter(({ subject }) => !left.includes(subject.name))
  return { name, members: new Map(present.map(row => [row.subject.id, row])) }
}

/** An organization as a subject of its own: the European Union has a profile. */
export function wholeOf(asking: Asking): Subject[] {
  const names = sensesOf('member', asking).flatMap(({ names }) => names)
  const found = asking.facts.findSubjects(names).map(({ subject }) => subject)
  return found.filter(({ kind }) => kind === 'region')
}

/** "EU" is listed by itself, not as an observer: "NATO (partner)". */
function isListed(text: string, organization: string): boolean {
  return text.split(/[,;]\s*/).some(entry => entry.trim() === organization)
}
