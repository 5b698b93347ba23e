import { joinAnd } from '../../text/say.ts'
import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { type Filter, reasonsFor } from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import type { FactQuestion } from '../read-question.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import { nounsOf as pluralOf } from '../say-facts.ts'
import { type Asking, type AttributeSense, figuresOf } from '../select-facts.ts'

export const MOST_LISTED = 60
/** Names that are listed of a longer list, or if several share a place. */
export const MOST_SAMPLED = 30
const MOST_EXAMPLES = 6
export const WHETHER = /^(?:is|are|does|do|has|have)\b/i
export const IN_INDEX = 'are in the S&P 500'
export const INDEX = /\bS&P 500\b/
const PLURAL = /(?:ies|nations|firms|stocks|states)$/i
const SINGULAR: Readonly<Record<string, string>> = {
  are: 'is',
  have: 'has',
  do: 'does',
  use: 'uses',
}
/** The subjects that a question selects. */
export interface Selection {
  readonly kind: string
  readonly filters: readonly Filter[]
  readonly subjects: readonly Subject[]
  /** "Countries in Africa". */
  readonly named: string
  /** Subjects that the question leaves out, and how a noun says so: " besides China". */
  readonly without: readonly string[]
  readonly besides: string
}

/** "Is Russia the largest country?" */
export function claimsPlace({ text, superlative, phrases }: Asking['question']): boolean {
  const isExtreme = phrases.some(({ senses }) => senses.some(({ type }) => type === 'extreme'))
  return WHETHER.test(text) && !/\bthan\b/i.test(text) && (superlative !== undefined || isExtreme)
}

export function inSingular(predicate = ''): string {
  return predicate
    .replace(/^(that )?(\w+)/, (_, that = '', verb) => that + (SINGULAR[verb] ?? verb))
    .replace(/^((?:that )?has) their /, '$1 its ')
}

/** "Which countries …", and not "Which country borders the most countries?" */
export function isOfSeveral({ phrases }: FactQuestion): boolean {
  const kinds = phrases.filter(({ senses }) => senses.some(({ type }) => type === 'kind'))
  return PLURAL.test((kinds[0] ?? phrases.find(isOfQuery))?.text ?? '')
}

/** Kinds and superlatives say which query it is. */
export function isOfQuery({ senses }: Phrase): boolean {
  return senses.some(({ type }) => type === 'kind' || type === 'extreme')
}

/** Companies that have facts to be listed by are those of the index. */
export function inIndex(kind: string): string {
  return kind === 'company' ? 'S&P 500 company' : kind
}

/** Plural nouns by kind of subject, with the filters: "countries in Africa", "Nordic countries". */
export function nounsOf(kind: string, filters: readonly Filter[] = []): string {
  const own = filters.flatMap(({ nouns }) => nouns ?? [])[0] ?? pluralOf(kind)
  const all = filters.flatMap(({ of, nouns }) => (nouns ? [] : of))
  // "With a population above 50 million and an area …"
  const joined = all.map((of, at) => {
    const [first = ''] = of.split(' ')
    const isSame = /^(?:with|that)$/.test(first) && all[at - 1]?.startsWith(`${first} `)
    return isSame ? of.replace(first, 'and') : of
  })
  return [own, ...joined].join(' ')
}

export function select(
  { kind, filters, excluded }: { kind: string; filters: readonly Filter[]; excluded: Mention[] },
  { facts }: Asking,
): Selection {
  const without = excluded.flatMap(({ subjects }) => subjects)
  const isIndex = filters.some(({ is }) => is === IN_INDEX)
  const subjects = (kind === 'company' ? membersOf(facts) : facts.subjectsOfKind(kind)).filter(
    ({ id }) => reasonsFor(id, filters) && !without.some(one => one.id === id),
  )
  const names = joinAnd(without.map(subjectName))
  const besides = without.length > 0 ? ` besides ${names}` : ''
  const named = `${nounsOf(isIndex ? kind : inIndex(kind), filters)}${besides}`
  return { kind, filters, subjects, named, without: without.map(({ name }) => name), besides }
}

/** The companies of the index, which alone have facts to select them by. */
function membersOf(facts: Asking['facts']): Subject[] {
  const own = facts
    .attributes()
    .filter(({ collection, label }) => collection === 'sp500' && INDEX.test(label))
  const rows = facts.find({ attributes: own.map(({ id }) => id) })
  // A company with two classes of shares is on the list twice.
  return [...new Map(rows.map(({ subject }) => [subject.id, subject])).values()]
}

/** The selected subjects that have a figure, in one unit. */
export function figuresIn(
  senses: readonly AttributeSense[],
  { subjects }: Selection,
  asking: Asking,
): Fact[] {
  const ids = new Set(subjects.map(({ id }) => id))
  // Read one after the other: those of a series are many.
  const all = senses
    .values()
    .map(sense => figuresOf(sense, asking).filter(({ subject }) => ids.has(subject.id)))
  // A parliament of one chamber is ranked with the lower chambers of others.
  const [whole] = senses
  const isPart = ({ attribute }: AttributeSense) =>
    attribute.label.startsWith(`${whole?.attribute.label} - `)
  if (senses.length > 1 && senses.slice(1).every(isPart))
    return [
      ...new Map(
        [...all]
          .reverse()
          .flat()
          .map(one => [one.subject.id, one]),
      ).values(),
    ]
  if (asking.question.years.length === 0) return all.find(({ length }) => length > 0) ?? []
  return [...all].toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** Cites why each subject is selected, with one example of each region if there are few, and names the groups. */
export function citing({ filters, without }: Selection, answer: FactAnswer): FactAnswer {
  const met = filters.flatMap(({ tested }) =>
    [...tested.values()].flatMap(({ fact, isMet }) => (isMet ? fact : [])),
  )
  const byRegion = [...Map.groupBy(met, ({ text }) => text).values()]
  const isFew = byRegion.length > 1 && byRegion.length < MOST_EXAMPLES
  const examples = isFew ? byRegion.flatMap(([first]) => first ?? []) : []
  const named = [...filters.flatMap(filter => filter.named ?? []), ...without]
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => reasonsFor(subject.id, filters) ?? [])
    // A list cites why each of its subjects is in it.
    const isCited = facts.some(fact => met.includes(fact))
    const cited = [...new Set([...facts, ...reasons, ...(isCited ? [] : examples)])]
    const names = [...(statement.named ?? []), ...named]
    return { ...statement, facts: cited, ...(names.length > 0 && { named: names }) }
  }
  return { ...answer, statements: answer.statements.map(cite) }
}
