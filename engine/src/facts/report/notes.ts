import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { exact } from './describe-topic.ts'
import { tableSection } from './reporting.ts'
import { nameOf } from './say-value.ts'
import type { Profile, Topic } from './topics.ts'

const MOST_ROWS = 400
const LONGEST = 120
/** Values this much older than the newest one are pointed out. */
const STALE_YEARS = 5
const RANKS =
  '- Ranks count the countries that have a value, each with its newest one, so years may differ between countries. A median is the value of the country in the middle.'

/** How the sources define the values. */
export function methodNotes(topics: readonly Topic[], profile: Profile): FactSection {
  const found = topics.flatMap(({ fields }) => fields.flatMap(field => profile.note(field) ?? []))
  const notes = new Map(found.map(note => [note.attribute.label, note]))
  const statements = [...notes].map(([label, note]) => ({
    text: `${label}: ${(note.text ?? '').replace(/\.$/, '')}.`,
    facts: [note],
  }))
  return { heading: 'How the figures are defined', statements, notes: [RANKS] }
}

/** Values that are old, and values that the source does not have. */
export function gapsOf(topics: readonly Topic[], profile: Profile): FactSection | undefined {
  const rows = topics
    .flatMap(topic => topic.fields)
    .map(({ name, ...field }) => ({ name, newest: profile.rows({ name, ...field })[0] }))
  const latest = Math.max(...rows.map(({ newest }) => newest?.year ?? 0))
  const missing = rows.filter(({ newest }) => !newest).map(({ name }) => name)
  const statements = rows.flatMap(({ name, newest }): FactStatement[] => {
    const year = newest?.year
    if (!newest || year === undefined || year > latest - STALE_YEARS) return []
    return [
      { text: `The newest value for ${name} is of ${year}.`, facts: [newest], computed: [year] },
    ]
  })
  const gap = `- The World Factbook gives no value for ${nameOf(profile.subject)} for: ${missing.join(', ')}.`
  const notes = missing.length > 0 ? [gap] : []
  if (statements.length === 0 && notes.length === 0) return undefined
  return { heading: 'Old and missing values', statements, notes }
}

/** Every fact of the sections, to the last digit. */
export function appendixOf(
  sections: readonly FactSection[],
  more: readonly FactStatement[],
): FactSection {
  const cells = sections.flatMap(({ table }) => (table?.rows ?? []).flatMap(row => row.cells))
  const said = [...more, ...sections.flatMap(({ statements }) => statements), ...cells]
  const all = said.flatMap(one => one?.facts ?? []).filter(({ qualifier }) => qualifier !== 'note')
  const facts = new Map(all.map(fact => [fact.id, fact])).values()
  const labelOf = ({ subject, attribute, qualifier }: Fact) =>
    [subject.name, attribute.label, qualifier].filter(Boolean).join(' — ')
  const rows = [...Map.groupBy(facts, labelOf)].map(([label, own]) => {
    const inOrder = own.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
    return { label, cells: [{ text: inOrder.map(short).join('; '), facts: inOrder }] }
  })
  const table = { columns: ['Value'], rows: rows.slice(0, MOST_ROWS) }
  return tableSection('Appendix: all figures used', table)
}

function short(fact: Fact): string {
  const text = exact(fact)
  return text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST))} …`
}
