import data from '../../../data/topics.json' with { type: 'json' }
import type { Effort } from '../../budgets.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import type { Facts } from '../facts.ts'
import type { Lexicon } from '../lexicon.ts'
import { sayChange } from '../say-facts.ts'
import { withEdition } from '../with-notes.ts'
import { exact, slotsOf } from './describe-topic.ts'
import { fillTemplate } from './fill-template.ts'
import { reportOnRanking } from './report-on-ranking.ts'
import { reportOnRecords } from './report-on-records.ts'
import { reportOnSubjects, sumUp } from './report-on-subjects.ts'
import { roundNumbers } from './say-value.ts'
import { attributeIds, createReporting, type Reporting, tableSection } from './topics.ts'

interface BuildOptions {
  readonly facts: Facts
  readonly lexicon: Lexicon
  readonly admits: (fact: Fact) => boolean
  readonly effort: Effort
  readonly isPart?: boolean
  /** As YYYY-MM-DD, to say of what month the holders of offices are. */
  readonly today?: string
}

/** The change from each step to the next is what is asked for. */
const STEPS = / (?:rose|fell) by [^;]* from \d{4} to \d{4}/
/** Years of a series that a sentence beside a table lists. */
const MOST_LISTED = 6
const EFFORTS: readonly Effort[] = ['lite', 'standard', 'deep', 'exhaustive', 'frontier']
const NO_MORE =
  '- The collections hold nothing more on this question than the effort below this one reports.'

/** Adds to an answer the sections that its effort has room for, and says if they have no further facts. */
export function buildReport(found: FactAnswer, options: BuildOptions): FactAnswer {
  const { effort, isPart } = options
  const built = buildAt(found, options)
  const below = EFFORTS[EFFORTS.indexOf(effort) - 1]
  if (isPart || below === undefined || below === 'lite') return built
  const lower = contentOf(buildAt(found, { ...options, effort: below }))
  if (!contentOf(built).isSubsetOf(lower)) return built
  const note = { heading: 'No more to add', statements: [], notes: [NO_MORE] }
  return { ...built, sections: [...(built.sections ?? []), note] }
}

/** The sentences of an answer, and the facts of its sentences and tables by their numbers. */
function contentOf({ statements, sections = [] }: FactAnswer): Set<string | number> {
  const cells = sections.flatMap(({ table }) => (table?.rows ?? []).flatMap(row => row.cells))
  const said = [...statements, ...sections.flatMap(one => one.statements)]
  const facts = [...said, ...cells].flatMap(one => one?.facts ?? [])
  return new Set([...said.map(({ text }) => text), ...facts.map(({ id }) => id)])
}

function buildAt(found: FactAnswer, options: BuildOptions): FactAnswer {
  const { effort } = options
  const [from, to] = found.years ?? [0, Number.POSITIVE_INFINITY]
  const reporting = createReporting({
    ...options,
    admits: fact =>
      options.admits(fact) && (fact.year === undefined || (fact.year >= from && fact.year <= to)),
  })
  const better = found.statements.map(one => sayBetter(one, reporting))
  if (effort === 'lite') return { ...found, statements: better }
  const short = found.layouts ? better.map(inShort) : better
  const asked = { ...found, statements: withoutKnown(short) }
  const ranking = reportOnRanking(asked, reporting)
  const layers = ranking ?? reportOnRecords(asked, reporting) ?? reportOnSubjects(asked, reporting)
  const built = layers
    .filter(([least]) => EFFORTS.indexOf(least) <= EFFORTS.indexOf(effort))
    .flatMap(([, build]) => build().filter(one => one !== undefined))
  const together = ranking ? (built[0]?.statements ?? []) : []
  const trend = ranking || effort === 'standard' ? [] : sumUp(asked, reporting)
  const isNew = ({ text }: FactStatement) => asked.statements.every(one => one.text !== text)
  const statements = [
    ...trend.filter(isNew).map(one => ({ ...one, about: [] })),
    ...[...asked.statements, ...together.filter(isNew)].map(one => withHeadings(one, reporting)),
  ]
  const sections = withoutRepeats(
    built.map(one => ({
      ...one,
      statements: one.statements.map(own => withHeadings(own, reporting)),
    })),
    new Set(statements.map(({ text }) => text)),
  )
  const appendix = effort === 'frontier' ? appendixOf(sections, statements) : undefined
  const { table: _, ...rest } = asked
  return {
    ...rest,
    statements: statements.map(roundNumbers),
    sections: [...dated(sections, statements, options), ...(appendix ? [appendix] : [])],
  }
}

/** Says once of what month the holders of offices are, unless the answer has. */
function dated(
  sections: readonly FactSection[],
  summary: readonly FactStatement[],
  { today }: BuildOptions,
): readonly FactSection[] {
  const isSaid = summary.some(({ text }) => /\bas of\b/i.test(text))
  if (isSaid || today === undefined) return sections
  const told = sections.map(one => ({ ...one, statements: withEdition(one.statements, today) }))
  const at = told.findIndex((one, index) =>
    one.statements.some((own, place) => own !== sections[index]?.statements[place]),
  )
  return sections.map((one, index) => (index === at ? (told[at] ?? one) : one))
}

/** Of a series of many years that a table shows, a sentence has the first, the last and the peak. */
function inShort(statement: FactStatement): FactStatement {
  if (statement.brief) return { ...statement, text: statement.brief }
  const [first, ...others] = statement.facts
  const isOne = others.every(
    ({ subject, attribute }) =>
      subject.id === first?.subject.id && attribute.id === first.attribute.id,
  )
  const isLong = isOne && statement.facts.length > MOST_LISTED && !STEPS.test(statement.text)
  const said = isLong ? sayChange(statement.facts) : undefined
  const [note = '.'] = /; current dollars [^;]*$/.exec(statement.text) ?? []
  return said ? { ...said, text: said.text.replace(/\.$/, note) } : statement
}

/** The section and the topic that a sentence is about. */
function withHeadings(statement: FactStatement, { topics }: Reporting): FactStatement {
  const ids = new Set(statement.facts.map(({ attribute }) => attribute.id))
  const topic = topics.all.find(one => attributeIds(one).some(id => ids.has(id)))
  return topic ? { ...statement, about: [topic.section, topic.heading] } : statement
}

/** Some values are said with another one beside them: the currency with its rate. */
function sayBetter(statement: FactStatement, { topics, profile }: Reporting): FactStatement {
  const [fact, ...others] = statement.facts
  if (!fact || others.length > 0) return statement
  const own = profile(fact.subject)
  const said = Object.entries(data.answers).flatMap(([id, template]) => {
    const field = topics.field(id)
    const isMeant = field?.attribute.id === fact.attribute.id && field.qualifier === fact.qualifier
    const topic = topics.all.find(({ fields }) => isMeant && fields.includes(field))
    return (topic && fillTemplate(template, slotsOf(topic, own), own)) ?? []
  })
  const [verdict = ''] = /^(?:Yes|No): /.exec(statement.text) ?? []
  return said[0] ? { ...said[0], text: verdict + said[0].text } : statement
}

/** The figures behind sentences and ranks that no table shows. */
function appendixOf(
  sections: readonly FactSection[],
  summary: readonly FactStatement[],
): FactSection | undefined {
  const cells = sections.flatMap(({ table }) =>
    (table?.rows ?? []).flatMap(row => row.cells.filter(cell => cell !== undefined)),
  )
  const isIn = (text: string, fact: Fact) =>
    text.includes(exact(fact).replace(` (${fact.year})`, ''))
  const shown = new Set(
    cells.flatMap(({ text, facts }) => facts.filter(one => isIn(text, one)).map(({ id }) => id)),
  )
  const said = [...summary, ...sections.flatMap(({ statements }) => statements), ...cells]
  const facts = new Map(
    said
      .flatMap(one => one.facts)
      .filter(fact => fact.number !== undefined && !shown.has(fact.id))
      .map(fact => [fact.id, fact]),
  )
  const labelOf = ({ subject, attribute, qualifier }: Fact) =>
    [subject.name, attribute.label, qualifier].filter(Boolean).join(' — ')
  const rows = [...Map.groupBy(facts.values(), labelOf)].map(([label, own]) => {
    const inOrder = own.toSorted((one, other) => (one.year ?? 0) - (other.year ?? 0))
    return { label, cells: [{ text: inOrder.map(exact).join('; '), facts: inOrder }] }
  })
  if (rows.length === 0 || sections.length === 0) return undefined
  return tableSection('Appendix: figures used that no table shows', { columns: ['Value'], rows })
}

/** Leaves out sentences of which an earlier one has at least half of the values. */
function withoutKnown(statements: readonly FactStatement[]): FactStatement[] {
  const known = new Set<number>()
  return statements.filter(({ facts, isNone }) => {
    const isKnown = facts.filter(({ id }) => known.has(id)).length * 2 >= facts.length
    for (const { id } of facts) known.add(id)
    return !isKnown || isNone
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
    .filter(hasContent)
}

function hasContent({ statements, table, notes = [] }: FactSection): boolean {
  return statements.length > 0 || table !== undefined || notes.length > 0
}
