import type { FactAnswer, FactStatement } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import { NOUNS, ORGANIZATIONS, type Scope } from './scope.ts'
import { type Asking, type AttributeSense, read } from './select-facts.ts'

const MOST_LISTED = 60
/** With fewer it may be chance that they share a word. */
const LEAST_ALIKE = 2
const LONGEST_VALUE = 400
/** A flag or a motto may have any word. */
const ANY_WORDS = /flag|anthem|symbol|colou?rs?|background|note|coordinates|etymology/i

/** The subjects of a kind whose value under some attribute has the words of the question. */
export function answerFilter(
  kind: string,
  { within, senses }: { within: Scope; senses: readonly AttributeSense[] | undefined },
  asking: Asking,
): FactAnswer | undefined {
  const { question, facts } = asking
  const holders = holdersOf(senses, asking)
  const isOwn = ({ id }: Subject) => (within.members?.has(id) ?? true) && (holders?.has(id) ?? true)
  const ids = new Set(
    facts
      .subjectsOfKind(kind)
      .filter(isOwn)
      .map(({ id }) => id),
  )
  const mentioned = question.mentions.filter(
    ({ text }) => !question.phrases.some(phrase => phrase.text === text),
  )
  // "Which countries border Laos?" asks for a value of Laos, not for all that mention it.
  const isOfKind = mentioned.some(
    ({ subjects, isOwnName }) => isOwnName && subjects.some(subject => subject.kind === kind),
  )
  if (isOfKind) return undefined
  const sections = question.phrases.filter(({ senses }) => senses[0]?.type === 'section')
  const wanted = [
    ...(kind === 'country' ? [] : sections.map(({ text }) => [text])),
    ...mentioned.map(({ text, subjects }) => [text, ...subjects.map(({ name }) => name)]),
    ...question.rest.map(word => [word]),
  ]
  const isOther = senses?.some(({ attribute }) => attribute.label !== ORGANIZATIONS) ?? false
  if (wanted.length === 0)
    return within.members && !isOther ? countOf(within.members, ids, { kind, within }) : undefined
  const attributes = senses?.map(({ attribute }) => attribute.id)
  const rows = (attributes ? read({ attributes }, asking) : readText(question.rest, asking))
    .filter(
      ({ subject, text = '', qualifier }) =>
        ids.has(subject.id) && qualifier !== 'note' && text.length <= LONGEST_VALUE,
    )
    .filter(fact => wanted.every(forms => forms.some(form => hasWord(fact.text ?? '', form))))
  const groups = [...Map.groupBy(rows, ({ attribute }) => attribute.id).values()]
  const [alike = []] = groups.map(firstOfEach).toSorted((one, other) => other.length - one.length)
  if (alike.length < (senses ? 1 : LEAST_ALIKE)) return undefined
  return countOf(new Map(alike.map(fact => [fact.subject.id, fact])), ids, {
    kind,
    within,
    having: wanted.map(([form = '']) => form).join(' '),
  })
}

/** "Laureates in physics": the subjects with a fact of the qualifier; undefined if none is named. */
function holdersOf(
  senses: readonly AttributeSense[] | undefined,
  asking: Asking,
): ReadonlySet<number> | undefined {
  const named = asking.question.phrases.flatMap(({ senses: own }) =>
    own.flatMap(sense => (sense.type === 'qualifier' ? sense.qualifier : [])),
  )
  if (named.length === 0) return undefined
  const collections = new Set(senses?.map(({ attribute }) => attribute.collection))
  const attributes = asking.facts
    .attributes()
    .filter(({ collection }) => collections.has(collection))
    .map(({ id }) => id)
  const rows = read({ attributes }, asking).filter(row => named.includes(row.qualifier ?? ''))
  return new Set(rows.map(({ subject }) => subject.id))
}

function readText(rest: readonly string[], asking: Asking): Fact[] {
  return asking.facts
    .findText(rest[0] ?? '')
    .filter(({ attribute }) => !ANY_WORDS.test(attribute.label))
    .filter(asking.admits)
}

function firstOfEach(rows: readonly Fact[]): Fact[] {
  return [...new Map(rows.toReversed().map(row => [row.subject.id, row])).values()].reverse()
}

function countOf(
  members: ReadonlyMap<number, Fact>,
  ids: ReadonlySet<number>,
  { kind, within, having = '' }: { kind: string; within: Scope; having?: string },
): FactAnswer {
  const found = [...members.values()]
    .filter(({ subject }) => ids.has(subject.id))
    .toSorted((one, other) => one.subject.name.localeCompare(other.subject.name, 'en'))
  const nouns = NOUNS[kind] ?? `${kind}s`
  const label = found[0]?.attribute.label ?? ''
  const named = [nouns, within.name].filter(Boolean).join(' ')
  const what = having === '' ? `are ${within.name}` : `have “${having}” under “${label}”`
  const intro =
    having === ''
      ? `${found.length} ${nouns} are ${within.name}`
      : `${found.length} ${named} ${what}`
  const names = found.slice(0, MOST_LISTED)
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : ''
  const statement: FactStatement = {
    text: `${intro}: ${names.map(({ subject }) => subject.name).join(', ')}${more}.`,
    facts: found,
    computed: [found.length, found.length - names.length],
  }
  const list = { facts: found, isRanked: false, isForOne: false }
  return { statements: [statement], details: [], list, missing: [] }
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}])`, 'iu').test(text)
}
