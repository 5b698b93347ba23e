import type { FactAnswer, FactStatement } from './answer.ts'
import { answerInOrder } from './answer-in-order.ts'
import { type Conditions, isPlain } from './conditions.ts'
import type { Attribute, Fact, Subject } from './fact.ts'
import type { Phrase } from './find-named.ts'
import type { Sense } from './lexicon.ts'
import type { FactQuestion } from './read-question.ts'
import { sayFact } from './say-facts.ts'
import { type Asking, isOf, namedQualifiers, read } from './select-facts.ts'

const MOST_LISTED = 60
const GENDERS = ['female', 'male']

/** Answers who holds a record, such as a prize, a title or an office, when, and how often. */
export function answerFromRecords(asking: Asking): FactAnswer | undefined {
  const { question, lexicon } = asking
  const isRecord = (sense: Sense) =>
    sense.type === 'attribute' && lexicon.wordsOf(sense.attribute)?.holders !== undefined
  const records = question.phrases
    .flatMap(({ senses }) => senses.filter(sense => sense.type === 'attribute'))
    .filter(isRecord)
  const others = question.phrases.filter(
    ({ senses }) => senses.some(({ type }) => type === 'attribute') && !senses.some(isRecord),
  )
  if (others.length > 0) return answerBetween(others, asking)
  const { conditions, operations } = question
  if (conditions.others.length > 0 || operations.has('average') || operations.has('change'))
    return undefined
  for (const { attribute, qualifier } of records) {
    const all = read({ attributes: [attribute.id] }, asking)
    if (!isOnlyAbout(attribute, all, asking)) continue
    if (conditions.relation) {
      const related = answerInOrder(all, attribute, asking)
      if (related) return related
      continue
    }
    const holders = question.mentions.flatMap(({ subjects }) =>
      subjects.filter(({ id }) => all.some(({ subject }) => subject.id === id)),
    )
    const isOther = question.mentions.some(
      ({ subjects }) => !subjects.some(one => holders.includes(one)),
    )
    const rows = inQualifier(holders.length > 0 ? ofSubjects(all, holders) : all, asking, qualifier)
    if (!rows || (isOther && !isAboutUs(attribute, asking))) continue
    if (holders.length === 0 && isUnclear(attribute, asking)) continue
    const answer =
      conditions.place !== undefined
        ? answerInOrder(rows, attribute, asking)
        : holders.length > 0
          ? answerAboutHolder(rows, asking)
          : answerWho(rows, attribute, asking)
    if (answer) return answer
  }
  return undefined
}

/** Whether every phrase is about the record or those who hold it: "presidents who won a prize" is about two. */
function isOnlyAbout(attribute: Attribute, rows: readonly Fact[], { question }: Asking): boolean {
  const kind = rows[0]?.subject.kind ?? ''
  const isTeam = ['team', 'country'].includes(kind)
  const kinds = ['laureate', kind, ...(isTeam ? ['team', 'country'] : [])]
  return question.phrases.every(({ senses }) =>
    senses.some(sense =>
      sense.type === 'attribute'
        ? sense.attribute.id === attribute.id
        : sense.type === 'qualifier' || (sense.type === 'kind' && kinds.includes(sense.kind)),
    ),
  )
}

/** Facts of one subject that have another one as their qualifier: the matches of two teams. */
function answerBetween(phrases: readonly Phrase[], asking: Asking): FactAnswer | undefined {
  const [own, other] = asking.question.mentions
  const [sense] = phrases.flatMap(({ senses }) => senses.filter(one => one.type === 'attribute'))
  if (!own || !other || !sense || asking.question.rest.length > 0) return undefined
  if (!isPlain(asking.question.conditions)) return undefined
  const names = [other.text, ...other.subjects.map(({ name }) => name)]
  const { years } = asking.question
  const subjects = own.subjects.map(({ id }) => id)
  const found = read({ subjects, attributes: [sense.attribute.id] }, asking).filter(
    row =>
      names.includes(row.qualifier ?? '') &&
      (years.length === 0 || years.some(year => isOf(row, year))),
  )
  if (found.length === 0) return undefined
  return { statements: found.map(fact => sayFact(fact, asking)), details: [], missing: [] }
}

function ofSubjects(rows: readonly Fact[], subjects: readonly Subject[]): Fact[] {
  return rows.filter(({ subject }) => subjects.some(({ id }) => id === subject.id))
}

/** The only offices in the collections are those of the United States, so naming the country adds nothing. */
function isAboutUs({ label }: Attribute, { question }: Asking): boolean {
  return (
    label.includes('United States') &&
    question.mentions.every(({ subjects }) => subjects.some(({ key }) => key === 'us'))
  )
}

/** "The president" alone may mean any president. */
function isUnclear({ label }: Attribute, { question: { text, rest, mentions } }: Asking): boolean {
  const isNamed =
    rest.length > 0 || mentions.length > 0 || /\b(?:US|USA|America|United States)/i.test(text)
  return label.includes('United States') && !isNamed
}

/** Rows with a qualifier that the question names; undefined if it names something else. */
function inQualifier(
  rows: readonly Fact[],
  asking: Asking,
  meant: string | undefined,
): Fact[] | undefined {
  const { question } = asking
  const words = question.rest.join(' ').toLowerCase()
  const spoken = namedQualifiers(question).slice(0, -question.rest.length || undefined)
  const named = [
    ...spoken.filter(name => !GENDERS.includes(name)),
    ...(meant === undefined ? [] : [meant]),
  ]
  const genders = spoken.filter(name => GENDERS.includes(name))
  const fits = (qualifier = '') =>
    named.every(name => name === qualifier) &&
    (words === '' || qualifier.toLowerCase().split(', ')[0] === words)
  const found = ofGender(
    rows.filter(({ qualifier }) => fits(qualifier)),
    genders,
    asking,
  )
  return found.length > 0 ? found : undefined
}

/** "The first woman", "the person who": rows of holders with that gender, or with any. */
function ofGender(rows: readonly Fact[], genders: readonly string[], asking: Asking): Fact[] {
  const isPerson = /\b(?:persons?|people|scientists?|writers?|individuals?)\b/i.test(
    asking.question.text,
  )
  const attribute = asking.facts
    .attributes()
    .find(one => one.label === 'Gender' && one.collection === rows[0]?.attribute.collection)
  if (genders.length === 0 && !(isPerson && attribute)) return [...rows]
  const known = attribute ? read({ attributes: [attribute.id] }, asking) : []
  const fitting = known.filter(({ text = '' }) => genders.every(gender => gender === text))
  const ids = new Set(fitting.map(({ subject }) => subject.id))
  return rows.filter(({ subject }) => ids.has(subject.id))
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
  if (direction || conditions.isMostOften)
    return conditions.isMostOften && isCounted ? answerMost(rows, asking) : undefined
  const repeats = repeatsOf(question)
  if (repeats) return isCounted ? answerRepeated(rows, repeats, asking) : undefined
  if (question.threshold || question.count !== undefined) return undefined
  const isCount = operations.has('count') || operations.has('often')
  const [from = 0, to = from] = years
  const when = ({ start = '', end = '', ...fact }: Fact) => {
    if (isSpan) return (fact.year ?? 0) >= from && (fact.year ?? 0) <= to
    if (years.length > 0)
      return years.some(year => isOf({ ...fact, ...(start && { start }), end }, year))
    return isOffice && !isCount ? start <= today && today < end : true
  }
  const found = rows.filter(when).toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))
  if (found.length === 0) return undefined
  if (years.length === 0 && !isOffice && !isCount && !isHistory(question.text)) {
    // Without a year, the newest record is meant.
    const newest = Math.max(...found.map(({ year = 0 }) => year))
    return toAnswer(found.filter(({ year }) => year === newest))
  }
  if (isCount || found.length > asking.most) return answerCount(found, attribute, asking)
  return toAnswer(found)

  function toAnswer(facts: readonly Fact[]): FactAnswer {
    return { statements: facts.map(fact => sayFact(fact, asking)), details: [], missing: [] }
  }
}

function isHistory(text: string): boolean {
  return /\b(?:all|list|every|ever|history)\b/i.test(text)
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
  const names = listed.map(own => {
    const times = own.map(({ qualifier, year }) => [qualifier, year].filter(Boolean).join(', '))
    return `${own[0]?.subject.name} (${times.join('; ')})`
  })
  const rest = more > 0 ? ` and ${more} more` : ''
  const counted =
    lexicon.wordsOf(attribute)?.counted ?? `{count} subjects have “${attribute.label}”`
  const text = `${counted.replace('{count}', String(holders.length))}: ${names.join(', ')}${rest}.`
  return {
    statements: [{ text, facts: found, computed: [holders.length, more] }],
    details: [],
    missing: [],
  }
}

function answerAboutHolder(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const { years, isSpan, operations } = question
  if (question.conditions.isMostOften || repeatsOf(question) || question.threshold) return undefined
  const [from = 0, to = from] = years
  const found = rows.filter(row =>
    isSpan
      ? (row.year ?? 0) >= from && (row.year ?? 0) <= to
      : years.length === 0 || years.some(year => isOf(row, year)),
  )
  if (found.length === 0) return undefined
  const bySubject = [...Map.groupBy(found, ({ subject }) => subject.name)]
  const isYes = /^(?:has|have|did|was|were|is)\b/i.test(question.text) && bySubject.length === 1
  const confirmed = ({ text, ...statement }: FactStatement, at: number): FactStatement => ({
    ...statement,
    text: isYes && at === 0 ? `Yes: ${text}` : text,
  })
  if (
    operations.has('often') ||
    operations.has('count') ||
    found.length > asking.most ||
    bySubject.length > 1
  ) {
    return {
      statements: bySubject.map(([name, own]) => sayOften(name, own, asking)).map(confirmed),
      details: found.map(fact => sayFact(fact, asking)),
      missing: [],
    }
  }
  const statements = found.map(fact => sayFact(fact, asking)).map(confirmed)
  return { statements, details: [], missing: [] }
}

/** "Brazil won the FIFA World Cup 5 times: …". */
function sayOften(name: string, own: readonly Fact[], { lexicon }: Asking): FactStatement {
  const template = (own[0] && lexicon.wordsOf(own[0].attribute)?.often) ?? ''
  const text = template
    .replace('{subject}', name)
    .replace('{times}', times(own.length))
    .replace('{years}', own.map(({ year }) => year).join(', '))
  return { text: `${text}.`, facts: own, computed: [own.length] }
}

/** How often the holders that are asked for hold it: "twice", "two prizes", "more than 3 times". */
function repeatsOf({ conditions, threshold, count, text }: FactQuestion): Repeats | undefined {
  const most = Number.POSITIVE_INFINITY
  if (conditions.repeats) return conditions.repeats
  if (threshold)
    return threshold.direction === 'highest'
      ? { least: threshold.value + (/^at least/i.test(threshold.text) ? 0 : 1), most }
      : undefined
  const isOfTitles = /\b(?:times|prizes|titles|cups|championships|euros)\b/i.test(text)
  return count !== undefined && isOfTitles ? { least: count, most: count } : undefined
}

type Repeats = NonNullable<Conditions['repeats']>

function answerRepeated(
  rows: readonly Fact[],
  { least, most }: Repeats,
  asking: Asking,
): FactAnswer | undefined {
  const found = [...Map.groupBy(rows, ({ subject }) => subject.name)]
    .filter(([, { length }]) => length >= least && length <= most)
    .toSorted(([, one], [, other]) => other.length - one.length)
  if (found.length === 0 || found.length > MOST_LISTED) return undefined
  const statements = found.map(([name, own]) => sayOften(name, own, asking))
  if (statements.length <= asking.most) return { statements, details: [], missing: [] }
  // One sentence, so that none is left out for want of room.
  const text = statements.map(one => one.text.replace(/\.$/, '')).join('; ')
  const facts = statements.flatMap(one => one.facts)
  const computed = statements.flatMap(one => one.computed ?? [])
  return { statements: [{ text: `${text}.`, facts, computed }], details: [], missing: [] }
}

/** Returns the subject with the most records. */
function answerMost(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question } = asking
  if (question.direction === 'lowest' || question.threshold) return undefined
  const [from, to] = question.years
  const inSpan = rows.filter(
    ({ year = 0 }) => from === undefined || (year >= from && year <= (to ?? from)),
  )
  const ranked = [...Map.groupBy(inSpan, ({ subject }) => subject.name)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const [first] = ranked
  if (!first) return undefined
  const listed = ranked
    .filter(([, own], at) => at < (question.count ?? 1) || own.length === first[1].length)
    .slice(0, MOST_LISTED)
  const statements = listed.map(([name, own]) => sayOften(name, own, asking))
  return { statements, details: [], missing: [] }
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

function timeOf({ start, end, year }: Fact): string {
  return start ?? end ?? String(year ?? '')
}
