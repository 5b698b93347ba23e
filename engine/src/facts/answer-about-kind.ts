import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import { answerAboutSubjects } from './answer-about-subjects.ts'
import { isPlain } from './conditions.ts'
import type { Fact, Subject } from './fact.ts'
import type { Direction } from './lexicon.ts'
import { datedValue, lower, ordinal, sayAmount, sayList, sayPlace } from './say-facts.ts'
import { type Asking, type AttributeSense, canSum, figuresOf, read } from './select-facts.ts'

const ORGANIZATIONS = 'International organization participation'
const MOST_LISTED = 60
const MOST_REGIONS = 6
const CONTEXT = 3
/** With fewer it may be chance that they share a word. */
const LEAST_ALIKE = 2
const LONGEST_VALUE = 400
/** A flag or a motto may have any word. */
const ANY_WORDS = /flag|anthem|symbol|colou?rs?|background|note|coordinates|etymology/i
const OF_EXTREME =
  /\w+ (?:of|in) the (?:[\w'’]+ )?(?:largest|biggest|smallest|highest|lowest|longest|shortest|richest|poorest)\b/i

/** Answers questions about all subjects of a kind: rankings, filters, counts, sums and averages. */
export function answerAboutKind(asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const { phrases, direction, threshold, operations, conditions } = question
  const { place, ...others } = conditions
  if (!isPlain(others)) return undefined
  const kinds = sensesOf('kind', asking).map(({ kind }) => kind)
  const extreme = sensesOf('extreme', asking)[0]
  const attributes = phrases
    .map(({ senses }) => senses.filter(sense => sense.type === 'attribute'))
    .filter(senses => senses.length > 0)
  // One scope and one measure are read: "EU countries in NATO" and "the largest military" are more.
  const scopes = [...sensesOf('group', asking), ...sensesOf('member', asking)]
  const isOfSection = phrases.some(({ senses }) => senses.every(({ type }) => type === 'section'))
  if (scopes.length > 1 || (extreme && attributes.length === 0 && isOfSection)) return undefined
  const within = scopeOf(asking)
  const isAsked = kinds.length > 0 || within.name !== '' || question.mentions.length === 0
  if (!isAsked) return undefined
  const towards = threshold?.direction ?? extreme?.direction ?? direction
  // "The area of Africa": the European Union has values of its own.
  const isWhole = attributes.length > 0 && kinds.length === 0 && question.mentions.length === 0
  const isReckoned = operations.has('sum') || operations.has('average')
  const isOfTime = operations.has('change') || question.isSpan || question.years.length > 1
  if (attributes.length > 0 && (isOfTime || (place !== undefined && !towards))) return undefined
  const isOfOthers = question.mentions.some(isNoScope)
  const whole =
    towards || isOfOthers || kinds.length > 0 || operations.has('average') ? [] : wholeOf(asking)
  if (whole.length > 0 && attributes.length > 0) {
    const named = { text: within.name, subjects: whole, isOwnName: true }
    const own = new Set([...operations].filter(one => one !== 'sum'))
    return answerAboutSubjects({
      ...asking,
      question: { ...question, mentions: [named], operations: own },
    })
  }
  // "The population of the largest country" is not the largest population.
  if (attributes.length > 0 && OF_EXTREME.test(question.text)) return undefined
  if (towards || (within.name !== '' && (isReckoned || isWhole)) || threshold) {
    const senses =
      attributes[0] ?? (extreme && [{ type: 'attribute' as const, attribute: extreme.attribute }])
    if (
      !senses ||
      attributes.length > 1 ||
      question.mentions.some(isNoScope) ||
      question.rest.length > 0
    )
      return undefined
    return withScope(answerFigures(senses, { towards, within, kinds }, asking), within)
  }
  if (place !== undefined || question.count !== undefined) return undefined
  const [kind] = kinds.length > 0 ? kinds : within.name === '' ? [] : ['country']
  if (kind === undefined) return undefined
  return withScope(answerFilter(kind, { within, senses: attributes.at(-1) }, asking), within)

  function isNoScope({ text }: { readonly text: string }): boolean {
    return (
      !/^(?:the )?(?:world|earth)$/i.test(text) && !phrases.some(phrase => phrase.text === text)
    )
  }
}

interface Scope {
  readonly name: string
  /** The fact that puts each subject into the scope, by subject; undefined if there is no scope. */
  readonly members?: ReadonlyMap<number, Fact>
}

/** Cites the reason why each subject is in the scope. */
function withScope(answer: FactAnswer | undefined, { members }: Scope): FactAnswer | undefined {
  if (!answer || !members) return answer
  // One of each region, if the scope has several.
  const byRegion = Map.groupBy(members.values(), ({ text }) => text)
  const examples =
    byRegion.size > 1 && byRegion.size < MOST_REGIONS
      ? [...byRegion.values()].flatMap(([first]) => first ?? [])
      : []
  const cite = ({ facts, ...statement }: FactStatement): FactStatement => {
    const reasons = facts.flatMap(({ subject }) => members.get(subject.id) ?? [])
    const cited = [...new Set([...facts, ...reasons, ...examples])]
    return { ...statement, facts: cited }
  }
  return { ...answer, statements: answer.statements.map(cite), details: answer.details.map(cite) }
}

function sensesOf<Type extends 'kind' | 'extreme' | 'group' | 'member'>(
  type: Type,
  { question }: Asking,
) {
  return question.phrases.flatMap(({ senses }) =>
    senses.filter((sense): sense is Extract<typeof sense, { type: Type }> => sense.type === type),
  )
}

/** The subjects of a region or an organization. */
function scopeOf(asking: Asking): Scope {
  const attributeNamed = (wanted: string) =>
    asking.facts.attributes().find(({ label }) => label === wanted)
  const [group] = sensesOf('group', asking)
  const [member] = sensesOf('member', asking)
  const attribute = attributeNamed(group ? 'Region' : ORGANIZATIONS)
  if (!(group || member) || !attribute) return { name: '' }
  const rows = read({ attributes: [attribute.id] }, asking).filter(({ text = '' }) =>
    group ? group.regions.includes(text) : isListed(text, member?.organization ?? ''),
  )
  const isUnion = group && !group.regions.every(region => region.includes(group.group))
  const named = isUnion && group.group !== 'Asia' ? group.regions.join(', ') : group?.group
  const { said, left = [] } = member ?? {}
  const name = `in ${named ?? said}`
  const present = rows.filter(({ subject }) => !left.includes(subject.name))
  return { name, members: new Map(present.map(row => [row.subject.id, row])) }
}

/** An organization as a subject of its own: the European Union has a profile. */
function wholeOf(asking: Asking): Subject[] {
  const names = sensesOf('member', asking).flatMap(({ names }) => names)
  const found = asking.facts.findSubjects(names).map(({ subject }) => subject)
  return found.filter(({ kind }) => kind === 'region')
}

/** "EU" is listed by itself, not as an observer: "NATO (partner)". */
function isListed(text: string, organization: string): boolean {
  return text.split(/[,;]\s*/).some(entry => entry.trim() === organization)
}

function answerFigures(
  senses: readonly AttributeSense[],
  {
    towards,
    within,
    kinds,
  }: { towards: Direction | undefined; within: Scope; kinds: readonly string[] },
  asking: Asking,
): FactAnswer | undefined {
  for (const sense of senses) {
    const { kind } = sense.attribute
    const wanted =
      kinds.find(one => one === kind) ?? (['territory', 'region'].includes(kind) ? 'country' : kind)
    if (kinds.length > 0 && !kinds.includes(wanted ?? '')) continue
    const figures = figuresOf(sense, asking).filter(
      ({ subject }) => subject.kind === wanted && (within.members?.has(subject.id) ?? true),
    )
    if (figures.length < 2) continue
    const nouns = NOUNS[wanted ?? ''] ?? `${wanted}s`
    const among = `${figures.length} ${nouns}${within.name && ` ${within.name}`} that have a value`
    if (!towards) return reckon(figures, { among }, asking)
    const sign = towards === 'highest' ? -1 : 1
    const ranked = figures.toSorted(
      (one, other) => sign * ((one.number ?? 0) - (other.number ?? 0)),
    )
    return asking.question.threshold
      ? beyond(ranked, { among }, asking)
      : rank(ranked, { among, towards }, asking)
  }
  return undefined
}

const NOUNS: Readonly<Record<string, string>> = {
  country: 'countries',
  company: 'companies',
  territory: 'territories',
}

function rank(
  ranked: readonly Fact[],
  { among, towards }: { among: string; towards: Direction },
  { question }: Asking,
): FactAnswer | undefined {
  const { place } = question.conditions
  if (place !== undefined) {
    const own = ranked[place - 1]
    if (!own || question.count !== undefined) return undefined
    const { superlative = towards } = question
    const statement = sayPlace([own], {
      among,
      towards: place === 1 ? superlative : `${ordinal(place)} ${superlative}`,
      computed: [ranked.length, place],
    })
    const list = { facts: [own], isRanked: true, isForOne: true }
    return { statements: [statement], details: [], list, missing: [] }
  }
  const isPlural =
    question.count !== undefined ||
    question.phrases.some(({ text }) => /\b(?:countries|companies|nations)$/i.test(text))
  const count = question.count ?? (isPlural ? 5 : 1)
  const listed = ranked.slice(0, Math.min(count, MOST_LISTED))
  const computed = [ranked.length]
  const { superlative = towards } = question
  const statement = sayPlace(listed, { among, towards: superlative, computed })
  const next = count === 1 ? ranked.slice(1, 1 + CONTEXT) : []
  const details = next.length > 0 ? [sayList(next, { intro: 'Next', computed: [] })] : []
  return {
    statements: [statement],
    details,
    ...(listed.length > 1 && { table: rankTable(listed) }),
    list: { facts: listed, isRanked: true, isForOne: count === 1 },
    missing: [],
  }
}

function beyond(
  ranked: readonly Fact[],
  { among }: { among: string },
  { question }: Asking,
): FactAnswer | undefined {
  const { threshold } = question
  if (!threshold) return undefined
  const isBeyond = ({ number = 0 }: Fact) =>
    /^at /i.test(threshold.text) && number === threshold.value
      ? true
      : threshold.direction === 'highest'
        ? number > threshold.value
        : number < threshold.value
  const found = ranked.filter(isBeyond)
  if (found.length === 0) return undefined
  const label = found[0]?.attribute.label ?? ''
  const intro = `${label} ${threshold.text}: ${found.length} of ${among}`
  const computed = [found.length, ranked.length, threshold.value]
  return {
    statements: [sayList(found.slice(0, MOST_LISTED), { intro, computed, total: found.length })],
    details: [],
    table: rankTable(found.slice(0, MOST_LISTED)),
    list: { facts: found, isRanked: true, isForOne: false },
    missing: [],
  }
}

function reckon(
  figures: readonly Fact[],
  { among }: { among: string },
  { question }: Asking,
): FactAnswer | undefined {
  const [first] = figures
  const sum = figures.reduce((all, { number = 0 }) => all + number, 0)
  const isSummable = first !== undefined && canSum(first)
  const isAverage = question.operations.has('average')
  // Without a word for it, only what adds up is meant: the area of Africa, not its life expectancy.
  if (!isSummable && !isAverage) return undefined
  const isSum = isSummable && !isAverage
  const result = isSum ? sum : sum / figures.length
  const years = figures.flatMap(({ year }) => year ?? [])
  const span =
    years.length === 0
      ? ''
      : ` (values of ${[...new Set([Math.min(...years), Math.max(...years)])].join(' to ')})`
  const { amount, value } = sayAmount(result, first)
  return {
    statements: [
      {
        text: `The ${isSum ? 'sum' : 'plain average'} of ${lower(first?.attribute.label ?? '')} over ${among} is ${amount}${span}.`,
        facts: figures,
        computed: [value, figures.length],
      },
    ],
    details: [],
    missing: [],
  }
}

/** The subjects of a kind whose value under some attribute has the words of the question. */
function answerFilter(
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

function rankTable(ranked: readonly Fact[]): FactTable {
  return {
    columns: [ranked[0]?.attribute.label ?? ''],
    rows: ranked.map(fact => ({
      label: fact.subject.name,
      cells: [{ text: datedValue(fact), facts: [fact] }],
    })),
  }
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}])`, 'iu').test(text)
}
