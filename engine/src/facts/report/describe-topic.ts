import { capital } from '../../text/say.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { writeValue } from '../write-fact.ts'
import { type FindSlot, fillTemplate } from './fill-template.ts'
import type { Field, Profile, Topic } from './topics.ts'

const MOST_EARLIER = 4

/** Says a topic of one subject: sentences, and a table with the exact values. */
export function describeTopic(topic: Topic, profile: Profile): FactSection | undefined {
  const statements = sayTopic(topic, profile)
  const table = tableOfTopic(topic, profile)
  if (statements.length === 0 && !table) return undefined
  return { heading: topic.heading, statements, isProse: true, ...(table && { table }) }
}

export function sayTopic(topic: Topic, profile: Profile): FactStatement[] {
  return topic.sentences.flatMap(
    sentence => fillTemplate(sentence, slotsOf(topic, profile), profile) ?? [],
  )
}

export function slotsOf({ id, fields }: Topic, profile: Profile): FindSlot {
  return slot => {
    const [key, ...more] = slot.split('.')
    const field = fields.find(one => one.id === `${id}.${key}`)
    const fact = field && factOf(field, profile, more.includes('before'))
    return fact && isCurrent(fact) ? fact : undefined
  }
}

/** In a summary, an older figure would pass for a current one; tables give it with its year. */
const MOST_YEARS = 6

export function isCurrent({ number, year, source }: Fact): boolean {
  const published = Number(source.publishedOn.slice(0, 4))
  return number === undefined || year === undefined || published - year <= MOST_YEARS
}

export function factOf(field: Field, profile: Profile, isBefore = false): Fact | undefined {
  const rows = profile.rows(field)
  const [newest] = rows
  if (!isBefore) return newest
  // An unchanged value needs no second mention.
  return rows.find(
    ({ year, number }) =>
      number !== undefined &&
      number !== newest?.number &&
      year !== undefined &&
      year === (newest?.year ?? 0) - 1,
  )
}

/** The exact values of all fields, with earlier years beside them. */
export function tableOfTopic({ fields }: Topic, profile: Profile): FactTable | undefined {
  const rows = fields.flatMap(field => {
    const [newest, ...others] = profile.rows(field).filter(isShort)
    if (!newest) return []
    const earlier = others.filter(({ year }) => year !== newest.year).slice(0, MOST_EARLIER)
    return [{ label: capital(field.name), newest, earlier }]
  })
  if (rows.length === 0) return undefined
  const hasEarlier = rows.some(({ earlier }) => earlier.length > 0)
  return {
    columns: ['Latest value', ...(hasEarlier ? ['Earlier values'] : [])],
    rows: rows.map(({ label, newest, earlier }) => ({
      label,
      cells: [
        cellOf([newest]),
        ...(hasEarlier ? [earlier.length > 0 ? cellOf(earlier) : undefined] : []),
      ],
    })),
  }
}

/** Fields of several subjects side by side, unless none has a value. */
export function fieldRows(
  fields: readonly Field[],
  profiles: readonly Profile[],
  isWhole = false,
): FactTable['rows'] {
  const rows = fields.map(field => ({
    label: capital(field.name),
    cells: profiles.map(profile => {
      const fact = factOf(field, profile)
      return fact && isShort(fact) ? cellOf([fact]) : undefined
    }),
  }))
  return isWhole ? rows : rows.filter(({ cells }) => cells.some(Boolean))
}

const LONGEST_CELL = 160

/** Long texts are said in the sentences. */
export function isShort(fact: Fact): boolean {
  return writeValue(fact).length <= LONGEST_CELL
}

export function cellOf(facts: readonly Fact[]): FactStatement {
  return { text: facts.map(exact).join('; '), facts }
}

/** The value to its last digit, with its year. */
export function exact(fact: Fact): string {
  const value = writeValue(fact)
  const isDated = fact.year === undefined || value.includes(String(fact.year))
  return isDated ? value : `${value} (${fact.year})`
}
