import data from '../../../data/topics.json' with { type: 'json' }
import type { Effort } from '../../budgets.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Facts } from '../open-facts.ts'
import { PROFILES } from '../profile-documents.ts'
import { exact, slotsOf } from './describe-topic.ts'
import { fillTemplate } from './fill-template.ts'
import { reportOnRanking } from './report-on-ranking.ts'
import { reportOnRecords } from './report-on-records.ts'
import { profilesOf, reportOnSubjects, sumUp } from './report-on-subjects.ts'
import { roundNumbers } from './say-value.ts'
import { createReporting, type Reporting, tableSection } from './topics.ts'

interface BuildOptions {
  readonly facts: Facts
  readonly lexicon: Lexicon
  readonly admits: (fact: Fact) => boolean
  readonly effort: Effort
}

const EFFORTS: readonly Effort[] = ['lite', 'standard', 'deep', 'exhaustive', 'frontier']
const MOST_NAMES = 3
const ESTIMATES = '- The World Factbook marks most of its figures as estimates.'
const LONGEST = 120
const NO_MORE = '- The library holds nothing more on this question than lower efforts report.'

/** Adds to an answer the sections that its effort has room for. */
export function buildReport(found: FactAnswer, options: BuildOptions): FactAnswer {
  const { effort } = options
  const [from, to] = found.years ?? [0, Number.POSITIVE_INFINITY]
  const reporting = createReporting(options.facts, {
    admits: fact =>
      options.admits(fact) && (fact.year === undefined || (fact.year >= from && fact.year <= to)),
  })
  const statements = found.statements.map(one => sayBetter(one, reporting))
  if (effort === 'lite') return { ...found, statements }
  const asked = { ...found, statements: withoutKnown(statements) }
  const ranking = reportOnRanking(asked, reporting)
  const layers =
    ranking ??
    reportOnRecords(asked, { ...reporting, lexicon: options.lexicon }) ??
    reportOnSubjects(asked, { ...reporting, effort })
  const most = EFFORTS.indexOf(effort)
  const built = layers
    .filter(([least]) => EFFORTS.indexOf(least) <= most)
    .map(([least, build]) => ({ least, sections: build().filter(one => one !== undefined) }))
  const together = ranking ? (built[0]?.sections[0]?.statements ?? []) : sumUp(asked, reporting)
  const isNew = ({ text }: FactStatement) => asked.statements.every(one => one.text !== text)
  const isShort = effort === 'standard' && !ranking
  const more = isShort ? [] : together.filter(isNew)
  const isVerdict = profilesOf(asked, reporting).length > 1 && !ranking
  // Of several subjects, who leads where is the answer; the values support it.
  const summary = isVerdict ? [...more, ...asked.statements] : [...asked.statements, ...more]
  const answer = { ...asked, statements: summary.map(roundNumbers) }
  const said = new Set(summary.map(({ text }) => text))
  const sections = withoutRepeats(
    built.flatMap(one => one.sections),
    said,
  )
  const appendix = effort === 'frontier' ? appendixOf(sections, answer.statements) : undefined
  const isMore = built.some(one => one.least === effort && one.sections.length > 0)
  const notes = isMore ? [] : [{ heading: 'No more to add', statements: [], notes: [NO_MORE] }]
  // Records are listed in full already.
  const hasAppendix = appendix && sections.length > 0 && answer.statements.some(isOfFigures)
  const { table: _, ...rest } = answer
  return {
    ...rest,
    // The sections have the same values in order.
    ...(sections.length === 0 && answer.table && { table: answer.table }),
    details: [],
    sections: noteEstimates([...sections, ...notes, ...(hasAppendix ? [appendix] : [])]).map(
      section => ({
        ...section,
        about: namesOf(answer),
      }),
    ),
  }
}

function isOfFigures({ facts }: FactStatement): boolean {
  return facts.some(
    ({ attribute, number }) => attribute.collection === PROFILES.collection || number !== undefined,
  )
}

/** For a report on several things, whose sections may have the same heading. */
function namesOf({ statements }: FactAnswer): string {
  const names = new Set(statements.flatMap(({ facts }) => facts.map(({ subject }) => subject.name)))
  return [...names].slice(0, MOST_NAMES).join(', ')
}

/** Some values are said with another one beside them: the currency with its rate. */
function sayBetter(statement: FactStatement, { topics, profile }: Reporting): FactStatement {
  const [fact, ...others] = statement.facts
  if (!fact || others.length > 0) return statement
  const templates = Object.entries(data.answers).flatMap(([id, template]) => {
    const field = topics.field(id)
    const isMeant = field?.attribute.id === fact.attribute.id && field.qualifier === fact.qualifier
    const topic = topics.all.find(({ fields }) => field && fields.includes(field))
    return isMeant && topic ? [{ template, topic }] : []
  })
  const [better] = templates
  if (!better) return statement
  const own = profile(fact.subject)
  return fillTemplate(better.template, slotsOf(better.topic, own), own) ?? statement
}

/** Leaves out sentences of which an earlier one has at least half of the values. */
function withoutKnown(statements: readonly FactStatement[]): FactStatement[] {
  const known = new Set<number>()
  return statements.filter(({ facts }) => {
    const isKnown = facts.filter(({ id }) => known.has(id)).length * 2 >= facts.length
    for (const { id } of facts) known.add(id)
    return !isKnown
  })
}

/** Says each sentence once, and drops a section that says nothing of its own. */
function withoutRepeats(sections: readonly FactSection[], said: Set<string>): FactSection[] {
  const isNew = ({ text }: FactStatement) => {
    if (said.has(text)) return false
    said.add(text)
    return true
  }
  return sections
    .map(section => ({ ...section, statements: section.statements.filter(isNew) }))
    .filter(
      ({ statements, table, notes = [] }) => statements.length > 0 || table || notes.length > 0,
    )
}

/** The figures behind sentences and ranks that no table shows. */
function appendixOf(
  sections: readonly FactSection[],
  more: readonly FactStatement[],
): FactSection | undefined {
  const cells = sections.flatMap(cellsOf)
  const isIn = (text: string) => (fact: Fact) =>
    text.includes(exact(fact).replace(` (${fact.year})`, ''))
  const shown = new Set(
    cells.flatMap(({ text, facts }) => facts.filter(isIn(text)).map(({ id }) => id)),
  )
  const said = [...more, ...sections.flatMap(({ statements }) => statements), ...cells]
  const all = said
    .flatMap(one => one.facts)
    .filter(fact => fact.number !== undefined && !shown.has(fact.id))
  const facts = new Map(all.map(fact => [fact.id, fact])).values()
  const labelOf = ({ subject, attribute, qualifier }: Fact) =>
    [subject.name, attribute.label, qualifier].filter(Boolean).join(' — ')
  const rows = [...Map.groupBy(facts, labelOf)].map(([label, own]) => {
    const inOrder = own.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
    return { label, cells: [{ text: inOrder.map(short).join('; '), facts: inOrder }] }
  })
  if (rows.length === 0) return undefined
  return tableSection('Appendix: figures used that no table shows', { columns: ['Value'], rows })
}

function cellsOf({ table }: FactSection): FactStatement[] {
  return (table?.rows ?? []).flatMap(row => row.cells.filter(cell => cell !== undefined))
}

/** Says once what the source writes at each value. */
function noteEstimates(sections: readonly FactSection[]): FactSection[] {
  const isEstimated = ({ facts }: FactStatement) =>
    facts.some(({ text = '' }) => text.includes(' est.)'))
  const at = sections.findIndex(section => cellsOf(section).some(isEstimated))
  return sections.map((section, own) =>
    own === at ? { ...section, notes: [...(section.notes ?? []), ESTIMATES] } : section,
  )
}

function short(fact: Fact): string {
  const text = exact(fact)
  return text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST))} …`
}
