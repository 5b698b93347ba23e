import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Attribute, Fact, Subject } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import type { FactQuestion } from '../read-question.ts'
import { sayFact } from '../say-facts.ts'
import { type Asking, type AttributeSense, isOf, read } from '../select-facts.ts'
import { answerInOrder, runsOf, sayRun } from './answer-in-order.ts'
import { answerMatches } from './answer-matches.ts'
import { answerLongest, answerMost, answerRepeated, repeatsOf, sayOften } from './count-records.ts'

const MOST_LISTED = 60
const GENDERS = ['female', 'male']
const WHETHER = /^(?:has|have|did|was|were|is|does)\b/i
const PEOPLE = /\b(?:persons?|people|scientists?|writers?|individuals?)\b/i
const ALL =
  /\b(?:all|list|every|ever|history|winners|champions|holders|laureates|presidents)\b|\bhave (?:ever )?won\b|\b(?:which|what) (?:teams|countries|nations)\b/i

/** Answers who holds a record, such as a prize, a title or an office, when, and how often. */
export function answerFromRecords(asking: Asking): FactAnswer | undefined {
  const { question, lexicon } = asking
  const { phrases, mentions, conditions, operations } = question
  const isRecord = ({ attribute }: AttributeSense) =>
    lexicon.wordsOf(attribute)?.holders !== undefined
  const named = phrases.flatMap(phrase => attributesOf(phrase).filter(isRecord))
  const records = named.length > 0 ? named : ofHolder(asking)
  if (records.length === 0) return answerMatches(asking)
  if (conditions.others.length > 0 || operations.has('average') || operations.has('change'))
    return undefined
  if ([...phrases, ...mentions].some(({ isNegated }) => isNegated)) return undefined
  for (const sense of records) {
    const all = read({ attributes: [sense.attribute.id] }, asking)
    if (!isOnlyAbout(sense.attribute, all, asking)) continue
    const answer = conditions.relation
      ? answerInOrder(all, sense.attribute, asking)
      : answerSelected(sense, all, asking)
    if (answer) return answer
  }
  return answerMatches(asking)
}

/** The first office of a person, for a question such as "Who succeeded Nixon?" */
function ofHolder({ question, facts, lexicon }: Asking): AttributeSense[] {
  const [mention, ...others] = question.mentions
  const [subject, ...namesakes] = mention?.subjects ?? []
  const isSuccession = ['before', 'after'].includes(question.conditions.relation ?? '')
  if (!subject || others.length + namesakes.length + question.phrases.length > 0 || !isSuccession)
    return []
  const held = facts
    .find({ subjects: [subject.id] })
    .map(({ attribute }) => attribute)
    .find(attribute => lexicon.wordsOf(attribute)?.holders !== undefined)
  return held ? [{ type: 'attribute', attribute: held }] : []
}

/** Whether every phrase is about the record or those who hold it: "presidents who won a prize" is about two. */
function isOnlyAbout(attribute: Attribute, rows: readonly Fact[], { question }: Asking): boolean {
  const kind = rows[0]?.subject.kind ?? ''
  const kinds = [
    'laureate',
    kind,
    ...(['team', 'country'].includes(kind) ? ['team', 'country'] : []),
  ]
  return question.phrases.every(({ senses }) =>
    senses.some(sense =>
      sense.type === 'attribute'
        ? sense.attribute.id === attribute.id || isOfFinal(sense, attribute, question)
        : sense.type === 'qualifier' || (sense.type === 'kind' && kinds.includes(sense.kind)),
    ),
  )
}

/** The record of a title says who lost the final. */
function isOfFinal(
  sense: AttributeSense,
  { section }: Attribute,
  { text, mentions }: FactQuestion,
): boolean {
  return sense.attribute.section === section && mentions.length === 1 && /\bfinal\b/i.test(text)
}

function answerSelected(
  { attribute, qualifier }: AttributeSense,
  all: readonly Fact[],
  asking: Asking,
): FactAnswer | undefined {
  const known = withLastNames(asking, all)
  if (known !== asking.question)
    return answerSelected({ type: 'attribute', attribute, ...(qualifier && { qualifier }) }, all, {
      ...asking,
      question: known,
    })
  const { question } = asking
  const holders = question.mentions.flatMap(({ subjects }) =>
    subjects.filter(({ id }) => all.some(({ subject }) => subject.id === id)),
  )
  const strangers = question.mentions.filter(
    ({ subjects }) => !subjects.some(one => holders.includes(one)),
  )
  const isOffice = attribute.label.includes('United States')
  const isOfUs = strangers.every(({ subjects }) => subjects.some(({ key }) => key === 'us'))
  if (strangers.length > 0 && !(isOffice && isOfUs))
    return strangers.length === 1
      ? answerNever(strangers[0]?.subjects ?? [], all, asking)
      : undefined
  const own =
    holders.length > 0 ? all.filter(row => holders.some(one => one.id === row.subject.id)) : all
  const rows = having(own, qualifier, asking)
  if (rows.length === 0 || (holders.length === 0 && isUnclear(attribute, asking))) return undefined
  if (question.conditions.place !== undefined) return answerInOrder(rows, attribute, asking)
  return holders.length > 0 ? answerAboutHolder(rows, asking) : answerWho(rows, attribute, asking)
}

/** "Einstein": an unknown word that is the last name of exactly one holder. */
function withLastNames({ question }: Asking, all: readonly Fact[]): FactQuestion {
  const [word, ...more] = question.rest
  if (!word || more.length > 0 || !/^\p{Lu}\p{Ll}/u.test(word)) return question
  const fitting = all.filter(({ subject }) => subject.name.split(' ').at(-1) === word)
  const [subject, ...others] = new Map(fitting.map(one => [one.subject.id, one.subject])).values()
  if (!subject || others.length > 0) return question
  const at = question.text.indexOf(word)
  const mention = { text: word, start: at, end: at + word.length, subjects: [subject] }
  return {
    ...question,
    rest: [],
    mentions: [...question.mentions, { ...mention, isNegated: false, isOwnName: true }],
  }
}

/** "The president" alone may mean any president, unless a place or a year is named. */
function isUnclear({ label }: Attribute, { question }: Asking): boolean {
  const { text, rest, mentions, years, conditions } = question
  const isNamed =
    rest.length + mentions.length + years.length > 0 ||
    conditions.place !== undefined ||
    /\b(?:US|USA|U\.S\.|America|American|United States)/.test(text)
  return label.startsWith('President') && !isNamed
}

/** "Has the Netherlands won the World Cup?": no, if the collection names every holder. */
function answerNever(
  subjects: readonly Subject[],
  rows: readonly Fact[],
  asking: Asking,
): FactAnswer | undefined {
  const { question, lexicon } = asking
  const [first] = rows
  const [subject, ...others] = subjects
  const isKind = subject && rows.some(row => row.subject.kind === subject.kind)
  const { counted } = (first && lexicon.wordsOf(first.attribute)) ?? {}
  const isWhether = WHETHER.test(question.text) || question.operations.has('often')
  if (!isKind || others.length > 0 || !isWhether || question.years.length > 0) return undefined
  if (question.rest.length > 0 || !first || counted === undefined) return undefined
  const holders = new Set(rows.map(row => row.subject.name))
  const named = first.attribute.label.replace(/ title$/, '')
  const text = `No: ${subject.name} is not among the ${counted.replace('{count}', String(holders.size)).replace(/ won .*/, '')} that won the ${named}: ${[...holders].join(', ')}.`
  if (!first.attribute.label.endsWith(' title')) return undefined
  return { statements: [{ text, facts: rows, computed: [holders.size] }], details: [], missing: [] }
}

/** The rows that have the qualifier, the gender and the words that the question names; none if one has no meaning. */
function having(rows: readonly Fact[], meant: string | undefined, asking: Asking): Fact[] {
  const { question } = asking
  const spoken = question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'qualifier' ? sense.qualifier : [])),
  )
  const named = [
    ...spoken.filter(name => !GENDERS.includes(name)),
    ...(meant === undefined ? [] : [meant]),
  ]
  const rest = question.rest.join(' ').toLowerCase()
  const isParty = ({ text = '' }: Fact) => {
    const [party = ''] = text.toLowerCase().split(',')
    return rest === party || rest === `${party}s`
  }
  const fitting = rows.filter(row => named.every(name => name === row.qualifier))
  const ofRest =
    rest === ''
      ? fitting
      : fitting.filter(row => row.qualifier?.toLowerCase().split(', ')[0] === rest || isParty(row))
  return ofGender(
    ofRest,
    spoken.filter(name => GENDERS.includes(name)),
    asking,
  )
}

/** "The first woman", "the person who": rows of holders with that gender, or with any. */
function ofGender(rows: readonly Fact[], genders: readonly string[], asking: Asking): Fact[] {
  const attribute = asking.facts
    .attributes()
    .find(one => one.label === 'Gender' && one.collection === rows[0]?.attribute.collection)
  const isPerson = attribute && PEOPLE.test(asking.question.text)
  if (genders.length === 0 && !isPerson) return [...rows]
  const known = attribute ? read({ attributes: [attribute.id] }, asking) : []
  const fitting = known.filter(({ text = '' }) => genders.every(gender => gender === text))
  const ids = new Set(fitting.map(({ subject }) => subject.id))
  return rows.filter(({ subject }) => ids.has(subject.id))
}

/** Whether a row is of the time that the question names. */
function isWhen(row: Fact, { years, isSpan }: FactQuestion): boolean {
  const [from = 0, to = from] = years
  if (isSpan) return (row.year ?? 0) >= from && (row.year ?? 0) <= to
  return years.length === 0 || years.some(year => isOf(row, year))
}

function answerWho(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { question, today } = asking
  const { years, isSpan, operations, direction, conditions } = question
  const isOffice = rows.some(({ start }) => start !== undefined)
  // Terms are no titles: nobody is president several times a term.
  const isCounted = !isOffice && (years.length === 0 || isSpan)
  const isMost = conditions.isMostOften || (direction === 'highest' && operations.has('often'))
  if (direction || isMost) {
    if (isOffice && /\b(?:longest)\b/i.test(question.text)) return answerLongest(rows, asking)
    return isMost && isCounted && direction !== 'lowest'
      ? answerMost(
          rows.filter(row => isWhen(row, question)),
          asking,
        )
      : undefined
  }
  const repeats = repeatsOf(question)
  if (repeats) return isCounted ? answerRepeated(rows, repeats, asking) : undefined
  if (question.thresholds.length > 0 || question.count !== undefined) return undefined
  const isCount =
    operations.has('count') || operations.has('often') || /\bhow many\b/i.test(question.text)
  const isAll = isCount || ALL.test(question.text)
  const isOld = years.length > 0 || isAll || rows.length < attributeSize(attribute, asking)
  const isNow = ({ start = '', end = '' }: Fact) => start <= today && today < end
  const found = rows
    .filter(row => isWhen(row, question) && (!isOffice || isNamedOld() || isNow(row)))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  if (found.length === 0) return undefined
  if (conditions.isLast || (years.length === 0 && !isOffice && !isAll)) {
    // Without a year, the newest record is meant.
    const newest = Math.max(...found.map(({ year = 0 }) => year))
    return toAnswer(found.filter(({ year }) => year === newest).map(row => [row]))
  }
  const runs = isOffice ? runsOf(found) : found.map(row => [row])
  if (isCount || runs.length > asking.most) return answerCount(found, attribute, asking)
  return toAnswer(runs)

  /** "The senators from Texas" are those of today; "presidents who were Whigs" are all. */
  function isNamedOld(): boolean {
    return (
      years.length > 0 ||
      isCount ||
      (isOld && /\b(?:were|was|have been|all|ever)\b/i.test(question.text))
    )
  }

  function toAnswer(found: readonly (readonly Fact[])[]): FactAnswer {
    return { statements: found.map(run => sayRun(run, asking)), details: [], missing: [] }
  }
}

function attributeSize({ id }: Attribute, asking: Asking): number {
  return read({ attributes: [id] }, asking).length
}

/** How many hold it, each counted once. */
function answerCount(
  found: readonly Fact[],
  attribute: Attribute,
  { lexicon }: Asking,
): FactAnswer {
  const holders = [...Map.groupBy(found, ({ subject }) => subject.id).values()]
  const listed = holders.slice(0, MOST_LISTED)
  const more = holders.length - listed.length
  const rest = more > 0 ? ` and ${more} more` : ''
  const counted =
    lexicon.wordsOf(attribute)?.counted ?? `{count} subjects have “${attribute.label}”`
  const qualifiers = new Set(found.map(({ qualifier }) => qualifier))
  const [only] = qualifiers
  const isOne = qualifiers.size === 1
  const names = listed.map(own => {
    const when = own.map(({ qualifier, year }) =>
      [isOne ? '' : qualifier, year].filter(Boolean).join(', '),
    )
    return `${own[0]?.subject.name} (${when.join('; ')})`
  })
  const inOne = isOne && only !== undefined ? ` (${only})` : ''
  const text = `${counted.replace('{count}', String(holders.length))}${inOne}: ${names.join(', ')}${rest}.`
  return {
    statements: [{ text, facts: found, computed: [holders.length, more] }],
    details: [],
    missing: [],
  }
}

function answerAboutHolder(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const { operations, conditions } = question
  if (conditions.isMostOften || repeatsOf(question) || question.thresholds.length > 0)
    return undefined
  const all = rows
    .filter(row => isWhen(row, question))
    .toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  const found = conditions.isLast ? all.slice(-1) : all
  const [first] = found
  if (!first) return undefined
  const bySubject = [...Map.groupBy(found, ({ subject }) => subject.name)]
  const isYes = WHETHER.test(question.text) && bySubject.length === 1
  const confirmed = ({ text, ...statement }: FactStatement, at: number): FactStatement => ({
    ...statement,
    text: isYes && at === 0 ? `Yes: ${text}` : text,
  })
  const runs = first.start === undefined ? found.map(row => [row]) : runsOf(found)
  const isOften = operations.has('often') || operations.has('count')
  if (first.start === undefined && (isOften || runs.length > asking.most || bySubject.length > 1)) {
    return {
      statements: bySubject.map(([name, own]) => sayOften(name, own, asking)).map(confirmed),
      details: found.map(fact => sayFact(fact, asking)),
      missing: [],
    }
  }
  const isLong = /\bhow long\b/i.test(question.text)
  const statements = runs.map(run => sayRun(run, asking, isLong)).map(confirmed)
  return { statements, details: [], missing: [] }
}

function timeOf({ start, end, year }: Fact): string {
  return start ?? end ?? String(year ?? '')
}
