import { joinAnd, say } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactTable } from '../answer.ts'
import { prizeOf } from '../answers/records.ts'
import type { Attribute, Fact } from '../fact.ts'
import { sayDay } from '../say-facts.ts'
import { byTime } from '../select-facts.ts'
import { exact } from './describe-topic.ts'
import { state } from './say-value.ts'
import { computedCell } from './standings.ts'
import { type Layer, type Reporting, tableSection } from './topics.ts'

const MOST_SUBJECTS = 12
const MOST_TIMELINE = 200
const MOST_HOLDERS = 15

/** The sections on records that somebody holds: prizes, titles, offices. */
export function reportOnRecords(answer: FactAnswer, reporting: Reporting): Layer[] | undefined {
  const { lexicon, facts, admits } = reporting
  const isRecord = ({ attribute }: Fact) => lexicon.wordsOf(attribute)?.isRecord === true
  const [none, some] = [true, undefined].map(isNone =>
    answer.statements.filter(one => one.isNone === isNone).flatMap(one => one.facts),
  )
  const own = (some ?? []).filter(isRecord).toSorted(byTime)
  const [sample] = own
  if (!sample) return none?.some(isRecord) ? [] : undefined
  const { attribute } = sample
  const qualifiers = new Set(own.map(({ qualifier }) => qualifier))
  const [qualifier] = qualifiers.size === 1 ? [...qualifiers] : []
  const name = prizeOf(own)
  const all = facts
    .find({ attributes: [attribute.id] })
    .filter(fact => admits(fact) && (qualifier === undefined || fact.qualifier === qualifier))
    .toSorted(byTime)
  const { table } = answer
  if (table)
    return [['standard', () => [tableSection(name.replace(/ (?:title|runner-up)$/, ''), table)]]]
  const subjects = [...new Set(own.map(({ subject }) => subject.id))]
  // One of them alone is asked for by how often it holds the record.
  const isOften = own.length > 1 && own.length >= 2 * subjects.length
  return [
    // A figure over many, such as an average age, names none of them.
    [
      answer.isOwnForm && own.length > MOST_HOLDERS ? 'exhaustive' : 'standard',
      () => [tableSection(name, tableOf(own.slice(0, MOST_TIMELINE), qualifier))],
    ],
    // The records of a single holder, and at the highest efforts of several.
    [
      subjects.length > 1 || reporting.isPart ? 'exhaustive' : 'deep',
      () => (subjects.length > MOST_SUBJECTS ? [] : [holdersOf(subjects, attribute, reporting)]),
    ],
    [
      'exhaustive',
      () => [
        isOften ? oftenest(all, name) : undefined,
        reporting.isPart ? undefined : timeline(all, { name, qualifier }),
      ],
    ],
  ]
}

/** The heading names the kind that all rows have. Times that several share are a column, for a row has one label. */
function tableOf(rows: readonly Fact[], kind: string | undefined): FactTable {
  const hasKinds = kind === undefined && rows.some(({ qualifier }) => qualifier)
  const isByTime = new Set(rows.map(timeOf)).size === rows.length
  const isOnce = new Set(rows.map(({ subject }) => subject.id)).size === rows.length
  const named = (fact: Fact) =>
    isOnce ? fact.subject.name : `${fact.subject.name}, ${fact.qualifier ?? ''} ${yearsOf(fact)}`
  return {
    columns: [isByTime ? 'Holder' : 'When', ...(hasKinds ? ['For'] : []), 'Details'],
    rows: rows.map(fact => ({
      label: isByTime ? sayDay(timeOf(fact)) : named(fact),
      cells: [
        isByTime ? fact.subject.name : yearsOf(fact),
        ...(hasKinds ? [fact.qualifier ?? ''] : []),
        exact({ ...fact, text: fact.text ?? '' }).replace(` (${fact.year})`, ''),
      ].map(text => (text === '' ? undefined : { text, facts: [fact] })),
    })),
  }
}

/** The collection's records of the holders; of several, without records that nobody asked for. */
function holdersOf(
  subjects: readonly number[],
  record: Attribute,
  { facts, admits, lexicon }: Reporting,
): FactSection | undefined {
  const isMeant = (one: Attribute) =>
    one.id === record.id || subjects.length === 1 || !lexicon.wordsOf(one)?.isRecord
  const attributes = facts
    .attributes()
    .filter(one => one.collection === record.collection && !/ match$/.test(one.label))
    .filter(isMeant)
    .map(({ id }) => id)
  const found = facts.find({ subjects, attributes }).filter(admits)
  const byHolder = [...Map.groupBy(found, ({ subject }) => subject.name)]
  const columns = [...new Set(found.map(({ attribute }) => attribute.label))]
  const heading = byHolder.length === 1 ? `About ${byHolder[0]?.[0]}` : 'About the holders'
  const write = (fact: Fact) =>
    fact.year === undefined && !fact.start
      ? exact(fact)
      : [yearsOf(fact), fact.qualifier].filter(Boolean).join(' ')
  const rows = byHolder.map(([label, own]) => ({
    label,
    cells: columns.map(column => {
      const held = own.filter(({ attribute }) => attribute.label === column)
      return held.length > 0 ? { text: held.map(write).join('; '), facts: held } : undefined
    }),
  }))
  return columns.length > 1 ? tableSection(heading, { columns, rows }) : undefined
}

function oftenest(all: readonly Fact[], name: string): FactSection | undefined {
  const counts = [...Map.groupBy(all, ({ subject }) => subject.name)]
    .filter(([, own]) => own.length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_HOLDERS)
  const most = counts[0]?.[1].length ?? 0
  const leaders = counts.filter(([, own]) => own.length === most)
  const names = joinAnd(leaders.map(([holder]) => holder))
  const rows = counts.map(([label, own]) => ({
    label,
    cells: [
      computedCell(say`${own.length}`, ...own),
      { text: own.map(yearsOf).join(', '), facts: own },
    ],
  }))
  const said = state(
    say`${names} ${leaders.length === 1 ? 'has' : 'have'} the most entries for ${name}: ${most}${leaders.length === 1 ? '' : ' each'}`,
    ...leaders.flatMap(([, own]) => own),
  )
  if (counts.length === 0) return undefined
  return tableSection(`${name}: most often`, { columns: ['Times', 'When'], rows }, [said])
}

function timeline(
  all: readonly Fact[],
  { name, qualifier }: { readonly name: string; readonly qualifier: string | undefined },
): FactSection {
  const left = Math.max(0, all.length - MOST_TIMELINE)
  const [first, last] = [all[0], all.at(-1)]
  const holders = new Set(all.map(({ subject }) => subject.id)).size
  const said = say<Fact>`There are ${all.length} entries for ${name} from ${String(first?.year)} to ${String(last?.year)}, with ${holders} different holders`
  return {
    ...tableSection(`${name}: all entries`, tableOf(all.slice(left), qualifier)),
    statements: first && last ? [state(said, first, last)] : [],
    notes: left > 0 ? [`- ${left} earlier entries are left out here.`] : [],
  }
}

/** "2002", "1933–1945". */
function yearsOf(fact: Fact): string {
  // The Euro 2020 was in 2021.
  if (!fact.start && fact.year !== undefined) return `${fact.year}`
  return timeOf(fact)
    .replace(/-\d\d-\d\d/g, '')
    .replace(' to ', '–')
}

function timeOf({ start, end, year }: Fact): string {
  if (start && end) return `${start} to ${end}`
  return start ?? end ?? String(year ?? '')
}
