import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { exact } from './describe-topic.ts'
import { nameOf } from './say-value.ts'
import type { Field, Profile, Topic } from './topics.ts'

const MOST_ROWS = 400
/** Values this much older than the newest one are pointed out. */
const STALE_YEARS = 5

/** How the sources define the values. */
export function methodNotes(topics: readonly Topic[], profile: Profile): FactSection | undefined {
  const seen = new Set<string>()
  const statements = topics
    .flatMap(({ fields }) => fields)
    .flatMap((field): FactStatement[] => {
      const note = profile.note(field)
      if (!note?.text || seen.has(note.attribute.label)) return []
      seen.add(note.attribute.label)
      return [{ text: `${note.attribute.label}: ${note.text.replace(/\.$/, '')}.`, facts: [note] }]
    })
  const notes = [
    '- Ranks count the countries that have a value, each with its newest one, so years may differ between countries. A median is the value of the country in the middle.',
  ]
  return { heading: 'How the figures are defined', statements, notes }
}

/** Values that are old, and values that the source does not have. */
export function gapsOf(topics: readonly Topic[], profile: Profile): FactSection | undefined {
  const fields = topics.flatMap(topic => topic.fields)
  const newest = (field: Field) => profile.rows(field)[0]
  const dated = fields
    .flatMap(field => newest(field) ?? [])
    .filter(({ year }) => year !== undefined)
  const latest = Math.max(...dated.map(({ year = 0 }) => year))
  const stale = fields.flatMap(field => {
    const fact = newest(field)
    return fact?.year !== undefined && fact.year <= latest - STALE_YEARS ? [{ field, fact }] : []
  })
  const missing = fields.filter(field => !newest(field)).map(({ name }) => name)
  const statements = stale.map(({ field, fact }) => ({
    text: `The newest value for ${field.name} is of ${fact.year}.`,
    facts: [fact],
    computed: [fact.year ?? 0],
  }))
  const notes =
    missing.length > 0
      ? [
          `- The World Factbook gives no value for ${nameOf(profile.subject)} for: ${missing.join(', ')}.`,
        ]
      : []
  if (statements.length === 0 && notes.length === 0) return undefined
  return { heading: 'Old and missing values', statements, notes }
}

/** Every fact of the sections, to the last digit. */
export function appendixOf(
  sections: readonly FactSection[],
  more: readonly FactStatement[],
): FactSection {
  const all = [
    ...more,
    ...sections.flatMap(({ statements, table }) => [...statements, ...cellsOf(table)]),
  ].flatMap(({ facts }) => facts)
  const facts = [...new Map(all.map(fact => [fact.id, fact])).values()].filter(
    ({ qualifier }) => qualifier !== 'note',
  )
  const labelOf = ({ subject, attribute, qualifier }: Fact) =>
    [subject.name, attribute.label, qualifier].filter(Boolean).join(' — ')
  const rows = [...Map.groupBy(facts, labelOf)].map(([label, own]) => {
    const inOrder = own.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
    return { label, cells: [{ text: inOrder.map(short).join('; '), facts: inOrder }] }
  })
  return {
    heading: 'Appendix: all figures used',
    statements: [],
    table: { columns: ['Value'], rows: rows.slice(0, MOST_ROWS) },
  }
}

const LONGEST = 120

function short(fact: Fact): string {
  const text = exact(fact)
  return text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST))} …`
}

function cellsOf(table: FactTable | undefined): FactStatement[] {
  return (table?.rows ?? []).flatMap(({ cells }) => cells.filter(cell => cell !== undefined))
}
