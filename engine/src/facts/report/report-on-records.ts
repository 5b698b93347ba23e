import { joinAnd, say } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import type { Lexicon } from '../lexicon.ts'
import { exact } from './describe-topic.ts'
import type { Layer, Reporting } from './reporting.ts'
import { state } from './say-value.ts'
import { computedCell } from './standings.ts'

const MOST_SUBJECTS = 12
const MOST_TIMELINE = 200
const MOST_HOLDERS = 15

/** The sections on records that somebody holds: prizes, titles, offices. */
export function reportOnRecords(
  answer: FactAnswer,
  reporting: Reporting & { readonly lexicon: Lexicon },
): Layer[] | undefined {
  const { lexicon, facts, admits } = reporting
  const own = answer.statements
    .flatMap(statement => statement.facts)
    .filter(({ attribute }) => lexicon.wordsOf(attribute)?.holders !== undefined)
  const [sample] = own
  if (!sample) return undefined
  const { attribute } = sample
  const qualifiers = new Set(own.map(({ qualifier }) => qualifier))
  const [qualifier] = qualifiers.size === 1 ? [...qualifiers] : []
  const name = [attribute.label, qualifier && `in ${qualifier}`].filter(Boolean).join(' ')
  const all = facts
    .find({ attributes: [attribute.id] })
    .filter(fact => admits(fact) && (qualifier === undefined || fact.qualifier === qualifier))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  const subjects = [...new Set(own.map(({ subject }) => subject.id))].slice(0, MOST_SUBJECTS)
  return [
    {
      least: 'standard',
      build: () => [
        recordsOf(own, attribute.label),
        holdersOf(subjects, attribute.collection, reporting),
      ],
    },
    { least: 'deep', build: () => [around(own, all, name)] },
    { least: 'exhaustive', build: () => [oftenest(all, name), timeline(all, name)] },
    { least: 'frontier', build: () => [byDecade(all, name), byAttribute(all, name, reporting)] },
  ]
}

function recordsOf(own: readonly Fact[], label: string): FactSection | undefined {
  const rows = own
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
    .slice(0, MOST_TIMELINE)
  return { heading: label, statements: [], table: tableOf(rows) }
}

function tableOf(rows: readonly Fact[]): NonNullable<FactSection['table']> {
  const hasKinds = rows.some(({ qualifier }) => qualifier)
  return {
    columns: ['Holder', ...(hasKinds ? ['For'] : []), 'Details'],
    rows: rows.map(fact => ({
      label: timeOf(fact),
      cells: [
        { text: fact.subject.name, facts: [fact] },
        ...(hasKinds ? [{ text: fact.qualifier ?? '', facts: [fact] }] : []),
        { text: exact({ ...fact, text: fact.text ?? '' }), facts: [fact] },
      ].map(cell => (cell.text === '' ? undefined : cell)),
    })),
  }
}

/** Everything that the collection has on the holders. */
function holdersOf(
  subjects: readonly number[],
  collection: string,
  { facts, admits }: Reporting,
): FactSection | undefined {
  const attributes = facts
    .attributes()
    .filter(one => one.collection === collection && !/ match$/.test(one.label))
    .map(({ id }) => id)
  const rows = facts.find({ subjects, attributes }).filter(admits)
  const byHolder = [...Map.groupBy(rows, ({ subject }) => subject.name)]
  const labels = [...new Set(rows.map(({ attribute }) => attribute.label))]
  if (labels.length < 2) return undefined
  return {
    heading: byHolder.length === 1 ? `About ${byHolder[0]?.[0]}` : 'About the holders',
    statements: [],
    table: {
      columns: labels,
      rows: byHolder.map(([label, own]) => ({
        label,
        cells: labels.map(wanted => {
          const found = own.filter(({ attribute }) => attribute.label === wanted)
          const texts = found.map(fact =>
            fact.year === undefined && !fact.start
              ? exact(fact)
              : [timeOf(fact), fact.qualifier].filter(Boolean).join(' '),
          )
          return found.length > 0 ? { text: texts.join('; '), facts: found } : undefined
        }),
      })),
    },
  }
}

/** The records just before and after. */
function around(own: readonly Fact[], all: readonly Fact[], name: string): FactSection | undefined {
  const ids = new Set(own.map(({ id }) => id))
  const places = all.flatMap((fact, at) => (ids.has(fact.id) ? [at] : []))
  const near = all.filter(
    (fact, at) => !ids.has(fact.id) && places.some(place => Math.abs(place - at) <= 3),
  )
  if (near.length === 0 || own.length > MOST_SUBJECTS) return undefined
  return { heading: `${name}: before and after`, statements: [], table: tableOf(near) }
}

function oftenest(all: readonly Fact[], name: string): FactSection | undefined {
  const counts = [...Map.groupBy(all, ({ subject }) => subject.name)]
    .filter(([, own]) => own.length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_HOLDERS)
  if (counts.length === 0) return undefined
  return {
    heading: `${name}: most often`,
    statements: [sayOftenest(counts, name)],
    table: {
      columns: ['Times', 'When'],
      rows: counts.map(([label, own]) => ({
        label,
        cells: [
          computedCell(say`${own.length}`, ...own),
          { text: own.map(timeOf).join(', '), facts: own },
        ],
      })),
    },
  }
}

function sayOftenest(
  counts: readonly (readonly [string, readonly Fact[]])[],
  name: string,
): FactStatement {
  const most = counts[0]?.[1].length ?? 0
  const leaders = counts.filter(([, own]) => own.length === most)
  const names = joinAnd(leaders.map(([holder]) => holder))
  const verb = leaders.length === 1 ? 'leads' : 'lead'
  const facts = leaders.flatMap(([, own]) => own)
  return state(say`${names} ${verb} with ${most} entries for ${name}`, ...facts)
}

function timeline(all: readonly Fact[], name: string): FactSection {
  const shown = all.slice(-MOST_TIMELINE)
  const left = all.length - shown.length
  const notes = left > 0 ? [`- ${left} earlier entries are left out here.`] : []
  const ends = [...all.slice(0, 1), ...all.slice(-1)]
  const holders = new Set(all.map(({ subject }) => subject.id)).size
  const span = `from ${ends[0]?.year} to ${ends[1]?.year}`
  const statements =
    ends.length > 0
      ? [
          state(
            say`There are ${all.length} entries for ${name} ${span}, with ${holders} different holders`,
            ...ends,
          ),
        ]
      : []
  return { heading: `${name}: all entries`, statements, table: tableOf(shown), notes }
}

function byDecade(all: readonly Fact[], name: string): FactSection | undefined {
  const decades = [...Map.groupBy(all, ({ year = 0 }) => Math.floor(year / 10) * 10)].filter(
    ([decade]) => decade > 0,
  )
  if (decades.length < 2) return undefined
  return {
    heading: `${name} by decade`,
    statements: [],
    table: {
      columns: ['Entries', 'Different holders'],
      rows: decades.map(([decade, own]) => {
        const holders = new Set(own.map(({ subject }) => subject.id)).size
        return {
          label: `${decade}s`,
          cells: [
            computedCell(say`${own.length}`, ...own.slice(0, 1)),
            computedCell(say`${holders}`, ...own.slice(0, 1)),
          ],
        }
      }),
    },
  }
}

/** How the holders divide by what else is known of them, such as the country of birth. */
function byAttribute(
  all: readonly Fact[],
  name: string,
  { facts, admits }: Reporting,
): FactSection | undefined {
  const [sample] = all
  if (!sample) return undefined
  const subjects = [...new Set(all.map(({ subject }) => subject.id))]
  const attributes = facts
    .attributes()
    .filter(
      ({ collection, label }) =>
        collection === sample.attribute.collection && !/date|match|title|runner/i.test(label),
    )
    .filter(({ id }) => id !== sample.attribute.id)
  const statements = attributes.flatMap(({ id, label }): FactStatement[] => {
    const rows = facts.find({ subjects, attributes: [id] }).filter(admits)
    const groups = [...Map.groupBy(rows, ({ text }) => text ?? '')].toSorted(
      ([, one], [, other]) => other.length - one.length,
    )
    if (groups.length < 2 || rows.some(({ start }) => start)) return []
    const shown = groups.slice(0, 5)
    const listed = shown.map(([value, own]) => `${value} ${own.length}`).join(', ')
    const others = groups.length - shown.length
    const numbers = [...shown.map(([, own]) => own.length), others]
    const text = `${label} of the holders: ${listed}${others > 0 ? ` and ${others} others` : ''}`
    return [state({ text, numbers, sources: shown.flatMap(([, own]) => own.slice(0, 1)) })]
  })
  return statements.length > 0 ? { heading: `Holders of the ${name}`, statements } : undefined
}

function timeOf({ start, end, year }: Fact): string {
  if (start && end) return `${start} to ${end}`
  return start ?? end ?? String(year ?? '')
}
