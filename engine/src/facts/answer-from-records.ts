import type { FactAnswer } from './answer.ts'
import type { Attribute, Fact, Subject } from './fact.ts'
import type { Sense } from './lexicon.ts'
import type { Phrase } from './read-question.ts'
import { sayFact } from './say-facts.ts'
import { type Asking, isOf, namedQualifiers, read } from './select-facts.ts'

const MOST_LISTED = 25

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
  for (const { attribute, qualifier } of records) {
    const all = read({ attributes: [attribute.id] }, asking)
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
      holders.length > 0
        ? answerAboutHolder(rows, attribute, asking)
        : answerWho(rows, attribute, asking)
    if (answer) return answer
  }
  return undefined
}

/** Facts of one subject that have another one as their qualifier: the matches of two teams. */
function answerBetween(phrases: readonly Phrase[], asking: Asking): FactAnswer | undefined {
  const [own, other] = asking.question.mentions
  const [sense] = phrases.flatMap(({ senses }) => senses.filter(one => one.type === 'attribute'))
  if (!own || !other || !sense || asking.question.rest.length > 0) return undefined
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

/** The offices of the United States are the only ones held here, so naming the country adds nothing. */
function isAboutUs({ label }: Attribute, { question }: Asking): boolean {
  return (
    label.includes('United States') &&
    question.mentions.every(({ subjects }) => subjects.some(({ key }) => key === 'us'))
  )
}

/** "The president" alone may be anyone's. */
function isUnclear({ label }: Attribute, { question: { text, rest, mentions } }: Asking): boolean {
  const isNamed =
    rest.length > 0 || mentions.length > 0 || /\b(?:US|USA|America|United States)/i.test(text)
  return label.includes('United States') && !isNamed
}

/** Rows with a qualifier that the question names; undefined if it names something else. */
function inQualifier(
  rows: readonly Fact[],
  { question }: Asking,
  meant: string | undefined,
): Fact[] | undefined {
  const words = question.rest.join(' ').toLowerCase()
  const spoken = namedQualifiers(question).slice(0, -question.rest.length || undefined)
  const named = meant === undefined ? spoken : [meant]
  const fits = (qualifier = '') =>
    named.every(name => name === qualifier) &&
    (words === '' || qualifier.toLowerCase().split(', ')[0] === words)
  const found = rows.filter(({ qualifier }) => fits(qualifier))
  return found.length > 0 ? found : undefined
}

function answerWho(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { question, today } = asking
  const { years, isSpan, operations, direction } = question
  if (direction) return answerMost(rows, attribute, asking)
  const isOffice = rows.some(({ start }) => start !== undefined)
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
    // Without a year the newest one is meant.
    const newest = Math.max(...found.map(({ year = 0 }) => year))
    return toAnswer(found.filter(({ year }) => year === newest))
  }
  if (isCount || found.length > asking.most) return answerCount(found, attribute)
  return toAnswer(found)

  function toAnswer(facts: readonly Fact[]): FactAnswer {
    return { statements: facts.map(fact => sayFact(fact, asking)), details: [], missing: [] }
  }
}

function isHistory(text: string): boolean {
  return /\b(?:all|list|every|ever|history)\b/i.test(text)
}

/** How many hold it, each counted once. */
function answerCount(found: readonly Fact[], { label }: Attribute): FactAnswer {
  const holders = [...Map.groupBy(found, ({ subject }) => subject.id).values()]
  const listed = holders.slice(0, MOST_LISTED)
  const more = holders.length - listed.length
  const names = listed.map(own => {
    const times = own.map(({ qualifier, year }) => [qualifier, year].filter(Boolean).join(', '))
    return `${own[0]?.subject.name} (${times.join('; ')})`
  })
  const rest = more > 0 ? ` and ${more} more` : ''
  const text = `${label}, ${holders.length} in all: ${names.join(', ')}${rest}.`
  return {
    statements: [{ text, facts: found, computed: [holders.length, more] }],
    details: [],
    missing: [],
  }
}

function answerAboutHolder(
  rows: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { question } = asking
  const { years, isSpan, operations } = question
  const [from = 0, to = from] = years
  const found = rows.filter(row =>
    isSpan
      ? (row.year ?? 0) >= from && (row.year ?? 0) <= to
      : years.length === 0 || years.some(year => isOf(row, year)),
  )
  if (found.length === 0) return undefined
  const bySubject = [...Map.groupBy(found, ({ subject }) => subject.name)]
  if (
    operations.has('often') ||
    operations.has('count') ||
    found.length > asking.most ||
    bySubject.length > 1
  ) {
    return {
      statements: bySubject.map(([name, own]) => ({
        text: `${(asking.lexicon.wordsOf(attribute)?.often ?? '')
          .replace('{subject}', name)
          .replace('{times}', times(own.length))
          .replace('{years}', own.map(({ year }) => year).join(', '))}.`,
        facts: own,
        computed: [own.length],
      })),
      details: found.map(fact => sayFact(fact, asking)),
      missing: [],
    }
  }
  return { statements: found.map(fact => sayFact(fact, asking)), details: [], missing: [] }
}

/** Who holds it most often. */
function answerMost(
  rows: readonly Fact[],
  { label }: Attribute,
  { question }: Asking,
): FactAnswer | undefined {
  if (question.direction === 'lowest') return undefined
  const [from, to] = question.years
  const inSpan = rows.filter(
    ({ year = 0 }) => from === undefined || (year >= from && year <= (to ?? from)),
  )
  const ranked = [...Map.groupBy(inSpan, ({ subject }) => subject.id).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const [first] = ranked
  if (!first) return undefined
  const listed = ranked
    .filter((own, at) => at < (question.count ?? 1) || own.length === first.length)
    .slice(0, MOST_LISTED)
  return {
    statements: [
      {
        text: `${label}, most often: ${listed.map(own => `${own[0]?.subject.name} ${times(own.length)}`).join(', ')}.`,
        facts: listed.flat(),
        computed: listed.map(({ length }) => length),
      },
    ],
    details: [],
    missing: [],
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

function timeOf({ start, end, year }: Fact): string {
  return start ?? end ?? String(year ?? '')
}
