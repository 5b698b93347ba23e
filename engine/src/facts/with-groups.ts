import { capital, joinAnd } from '../text/say.ts'
import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import type { Fact, FactQuery, Subject } from './fact.ts'
import type { Facts } from './facts.ts'
import { mentionOf } from './find-named.ts'
import { type Condition, ORGANIZATIONS } from './lexicon.ts'
import type { FactQuestion } from './read-question.ts'
import { PROFILES } from './report/topics.ts'
import { sayAmount } from './say-facts.ts'
import { type Asking, canSum, isSeries, sensesOf, sumOf } from './select-facts.ts'

/** Ask for something else than the figures of each group. */
const OTHER =
  /\b(?:share|percentage|proportion) of (?:the )?(?:world|\w+ of)\b|^where\b|^which (?!of\b)/i
/** The number at the beginning of a value. */
const WRITTEN = /^-?\$?-?[\d,.]+(?: (?:m|b|tr)illion)?/
const OF_ONE = /^(?:what|how|compare)\b/i
/** In characters. A longer text has a number, and is no figure. */
const LONGEST_FIGURE = 60
/** With more countries, a comparison says less than a ranking. */
const MOST_PEERS = 15
const MOST_RANKED = 30

/** A group of countries as a subject of its own. */
interface Group {
  readonly subject: Subject
  /** The facts why each member is in it. */
  readonly members: readonly Fact[]
}

/** Answers a question about several groups of countries, or groups beside countries, from totals and averages of their members. */
export function answerGroups(
  asking: Asking,
  answer: (asking: Asking) => FactAnswer | undefined,
): FactAnswer | undefined {
  const { question, facts } = asking
  const { text, phrases, mentions, operations, thresholds, rest, conditions } = question
  const isOver = isSeries(question) || operations.has('change')
  const isOther =
    OTHER.test(text) ||
    operations.has('average') ||
    (operations.has('sum') && !isOver && !/\b(?:as|than)\b/i.test(text)) ||
    sensesOf('kind', asking).length + thresholds.length + rest.length > 0 ||
    conditions.others.some(word => word !== 'both')
  const named = groupsIn(question, facts).map(({ phrase, condition }, at) => ({
    phrase,
    group: openGroup(condition, -1 - at, facts),
  }))
  const isLeftOut = [...phrases, ...mentions].some(one => one.isNegated)
  const parts = new Set(mentions.map(({ subjects }) => subjects[0]?.id)).size + named.length
  // The members of a group are compared over years, unless their figures add up.
  const measures = sensesOf('attribute', asking)
  const [measure] = measures
  const isOfMembers = measures.some(({ attribute }) => attribute.label === ORGANIZATIONS)
  const isTotal = isOver && OF_ONE.test(text) && measure && canSum({ ...measure, unit: '' })
  if (isOther || isOfMembers || isLeftOut || named.length === 0 || (parts < 2 && !isTotal))
    return undefined
  const groups = named.map(({ group }) => group)
  const asParts = named.map(({ phrase, group }) => ({
    ...mentionOf(group.subject),
    ...{ text: phrase.text, start: phrase.start, end: phrase.end },
  }))
  const counts = new Map<number, number>()
  const found = answer({
    ...asking,
    facts: withTotals(facts, { groups, counts, admits: asking.admits }),
    question: {
      ...question,
      operations: new Set([...operations].filter(one => one !== 'sum')),
      mentions: [...mentions, ...asParts].toSorted((one, other) => one.start - other.start),
      phrases: phrases.filter(one => named.every(({ phrase }) => phrase !== one)),
    },
  })
  const isWhole = groups.every(({ subject: { name } }) =>
    found?.missing.every(one => !one.startsWith(`${name}:`) || / after \d{4}$/.test(one)),
  )
  const each = withMembers(question, facts)
  if (!found || found.statements.length === 0 || (!isWhole && each !== question)) return undefined
  const said = new Set<string>()
  const statements = found.statements.map(one => withBasis(one, { groups, counts, said }))
  const { layouts = found.table ? [found.table] : [] } = found
  return { ...found, statements, layouts: layouts.map(withPlainCells) }
}

const EACH = /\b(?:countries|members) (?:in|of) (?:the )?$/i

/** The groups that a question names and that have no profile of their own, as the European Union has, or whose countries it asks for. */
export function groupsIn({ text, phrases }: FactQuestion, facts: Facts) {
  return phrases.flatMap(phrase => {
    const condition = phrase.senses.find(
      (one): one is Condition => one.type === 'condition' && one.group !== undefined,
    )
    const own = facts.findSubjects(condition?.group?.words ?? [])
    const isEach = EACH.test(text.slice(0, phrase.start))
    const isOwn = !isEach && own.some(({ subject }) => subject.kind === 'region')
    return condition && !isOwn ? [{ phrase, condition }] : []
  })
}

/** The question with the countries of its groups named one by one: "What are the capitals of the Baltic states?" */
export function withMembers(question: FactQuestion, facts: Facts): FactQuestion {
  const groups = groupsIn(question, facts)
  const members = groups.flatMap(({ condition, phrase: { start, end } }) =>
    openGroup(condition, 0, facts).members.map(({ subject }) => ({
      ...mentionOf(subject),
      ...{ start, end },
    })),
  )
  const others = question.mentions.filter(one =>
    groups.every(({ phrase }) => phrase.text !== one.text),
  )
  const mentions = [...others, ...members].toSorted((a, b) => a.start - b.start)
  const once = [...new Map(mentions.map(one => [one.subjects[0]?.id, one])).values()]
  const phrases = question.phrases.filter(one => groups.every(({ phrase }) => phrase !== one))
  const most = /^rank\b/i.test(question.text) ? MOST_RANKED : MOST_PEERS
  const isFew = groups.length > 0 && once.length <= most
  return isFew ? { ...question, phrases, mentions: once } : question
}

/** A table with the names of its columns and the dates of its cells as other tables have them. */
function withPlainCells({ columns, rows }: FactTable): FactTable {
  const plain = (cell: FactStatement) => ({ ...cell, text: cell.text.replace(' est.)', ')') })
  const labelled = rows.map(({ label, cells }) => ({
    label: capital(label),
    cells: cells.map(cell => cell && plain(cell)),
  }))
  return { columns: columns.map(capital), rows: labelled }
}

function openGroup({ group, attribute, has }: Condition, id: number, facts: Facts): Group {
  const members = facts
    .find({ attributes: [attribute.id] })
    .filter(fact => fact.subject.kind === 'country' && has(fact))
  const name = group?.name ?? ''
  return { subject: { id, kind: 'region', key: name, name }, members }
}

interface Totals {
  readonly groups: readonly Group[]
  /** How many members each figure is from, by its id. */
  readonly counts: Map<number, number>
  readonly admits: Asking['admits']
}

/** The facts with those of groups: the sums of what adds up, and the plain averages of rates. */
function withTotals(facts: Facts, totals: Totals): Facts {
  return {
    ...facts,
    find(query) {
      const asked = totals.groups.filter(({ subject }) => query.subjects?.includes(subject.id))
      if (asked.length === 0) return facts.find(query)
      const subjects = query.subjects?.filter(id => asked.every(one => one.subject.id !== id)) ?? []
      const own = subjects.length > 0 ? facts.find({ ...query, subjects }) : []
      return [...own, ...asked.flatMap(group => rowsOf(group, query, facts, totals))]
    },
  }
}

function rowsOf({ subject, members }: Group, query: FactQuery, facts: Facts, totals: Totals) {
  const subjects = members.map(one => one.subject.id)
  const rows = facts
    .find({ ...query, subjects })
    .filter(one => one.number !== undefined && one.qualifier !== 'note' && totals.admits(one))
    .filter(({ text = '' }) => text.length <= LONGEST_FIGURE)
  const keyOf = ({ attribute, qualifier, unit }: Fact) => `${attribute.id} ${qualifier} ${unit}`
  return [...Map.groupBy(rows, keyOf).values()].flatMap(own => {
    const byMember = Map.groupBy(own, one => one.subject.id)
    const isProfile = own[0]?.attribute.collection === PROFILES
    const newest = [...byMember.values()].map(all =>
      all.reduce((one, other) => ((other.year ?? 0) > (one.year ?? 0) ? other : one)),
    )
    // A year of a series without one of the members is no total.
    const years = [...Map.groupBy(own, ({ year }) => year).values()]
    const whole = isProfile ? [newest] : years.filter(all => all.length === byMember.size)
    return whole.flatMap(all => totalOf(all, subject, totals) ?? [])
  })
}

function totalOf(rows: readonly Fact[], subject: Subject, { counts }: Totals): Fact | undefined {
  const [first] = rows
  if (!first) return undefined
  const { text, year, ...bare } = first
  const exact = sumOf(rows) / (canSum(first) ? 1 : rows.length)
  const unit = first.unit?.startsWith('USD') ? 'USD' : ''
  const { amount, value } = sayAmount(Math.abs(exact), text === undefined ? first : { unit })
  const isOfOneYear = rows.every(one => one.year === year)
  const when = isOfOneYear && year !== undefined ? ` (${year})` : ''
  const id = first.id + subject.id * 1e12
  counts.set(id, rows.length)
  return {
    ...{ ...bare, id, subject, from: rows.flatMap(one => one.from ?? one) },
    number: exact < 0 ? -value : value,
    ...(isOfOneYear && year !== undefined && { year }),
    ...(text !== undefined && {
      text: text
        .replace(WRITTEN, `${exact < 0 ? '-' : ''}${amount}`)
        .replace(/\s*\([^()]*\d{4}[^()]*\).*$/, when),
    }),
  }
}

interface Basis extends Pick<Totals, 'groups' | 'counts'> {
  /** Notes on the figures of earlier sentences, and the groups that they name. */
  readonly said: Set<string>
}

/** Says after a sentence whether its figures are totals or averages, and of how many countries. */
function withBasis(statement: FactStatement, { groups, counts, said }: Basis): FactStatement {
  const own = groups.flatMap(group => {
    const fact = statement.facts.find(({ subject }) => subject.id === group.subject.id)
    return fact ? [{ fact, group, count: counts.get(fact.id) ?? 0 }] : []
  })
  const [first] = own
  if (!first) return statement
  const kind = canSum(first.fact) ? 'total' : 'plain average'
  const isNewest = own.some(({ fact }) => fact.year === undefined)
  const isMany = own.length > 1
  const names = joinAnd(own.map(({ group }) => group.subject.name))
  const counted = own.map(({ group: { members }, count }) =>
    count < members.length ? `${count} of ${members.length}` : String(count),
  )
  const basis = `${isNewest ? ' of the newest figures' : ''} of ${joinAnd(counted)} countries`
  const figures = `the figure${isMany ? 's' : ''} of ${names} ${isMany ? 'are' : 'is a'} ${kind}${isMany ? 's' : ''}`
  const note = said.has(basis) ? figures : `${figures}${basis}`
  const isFirst = ({ subject }: Group) => !said.has(subject.name)
  const cited = own.filter(one => isFirst(one.group)).flatMap(({ group }) => group.members)
  for (const one of [basis, ...own.map(({ group }) => group.subject.name)]) said.add(one)
  return {
    ...statement,
    text: statement.text
      .replace(/^(The [\p{L} ]+s) has /u, '$1 have ')
      .replace(/\.$/, `; ${note}.`),
    facts: [...statement.facts, ...cited],
    computed: [
      ...(statement.computed ?? []),
      ...own.flatMap(({ group, count }) => [count, group.members.length]),
    ],
    named: [...(statement.named ?? []), ...own.map(({ group }) => group.subject.name)],
  }
}
