import vocabulary from '../../../data/words.json' with { type: 'json' }
import { overlaps } from '../../text/span.ts'
import type { Attribute, Fact, Subject } from '../fact.ts'
import { type Mention, mentionOf } from '../find-named.ts'
import { isSlipOf } from '../is-nearly.ts'
import type { FactQuestion } from '../read-question.ts'
import { type Asking, read, sensesOf } from '../select-facts.ts'

const ORGANIZATIONS = /^(?:organi[sz]ations?|institutions?)$/i
const PEOPLE = /\b(?:persons?|people|scientists?|writers?|individuals?)\b/i
const NICKNAMES: Readonly<Record<string, readonly string[]>> = vocabulary.nicknames
const MOST_NAMESAKES = 4
export const GENDERS = ['female', 'male']
const PERSONS = ['laureate', 'officeholder']

/** Returns whether every phrase is about the record or those who hold it: "presidents who won a prize" is about two. */
export function isOnlyAbout(
  attribute: Attribute,
  rows: readonly Fact[],
  { question }: Asking,
): boolean {
  const { phrases, mentions, text } = question
  const kind = rows[0]?.subject.kind ?? ''
  const isTeam = ['team', 'country'].includes(kind)
  const kinds = ['laureate', kind, ...(isTeam ? ['team', 'country'] : [])]
  // The record of a title says who lost the final.
  const isFinal = mentions.length === 1 && /\bfinal\b/i.test(text)
  const isAbout = (own: Attribute) =>
    own.id === attribute.id || (isFinal && own.section === attribute.section)
  // "The European Union" is a laureate too.
  const named = mentions.filter(one => one.subjects.some(own => own.kind === kind))
  const other = phrases.filter(one => !overlaps(one, named))
  return other.every(({ senses }) =>
    senses.some(sense =>
      sense.type === 'attribute'
        ? isAbout(sense.attribute)
        : sense.type === 'qualifier' || (sense.type === 'kind' && kinds.includes(sense.kind)),
    ),
  )
}

/** "Georgia" and "New Mexico" of senators are states: values of the rows, and no countries. */
export function withStates(question: FactQuestion, all: readonly Fact[]): FactQuestion {
  const { rest, text } = question
  const names = new Set(all.filter(({ start }) => start).map(stateOf))
  const states = [...names].filter(Boolean).flatMap(name => {
    const { 0: own = '', index = 0 } = new RegExp(`(?<!west )\\b${name}\\b`, 'i').exec(text) ?? {}
    return own ? { own, start: index, end: index + own.length } : []
  })
  // "Virginia Foxx" is a person.
  const isLonger = (one: Mention) =>
    states.some(state => overlaps(one, [state]) && one.text.length > state.own.length)
  const mentions = question.mentions.filter(one => isLonger(one) || !overlaps(one, states))
  const named = states.filter(one => !overlaps(one, mentions)).map(({ own }) => own)
  const parts = named.flatMap(name => name.split(' '))
  return { ...question, mentions, rest: [...rest.filter(one => !parts.includes(one)), ...named] }
}

export const stateOf = ({ qualifier = '' }: Fact) => qualifier.toLowerCase().split(', ')[0] ?? ''
/** Returns whether a term was going on when the source was published: later vacancies and successors are unknown. */
export const isRecorded = ({ start = '', end = '', source: { publishedOn } }: Fact) =>
  start <= publishedOn && publishedOn < end
export const isPerson = ({ subjects }: Mention) =>
  subjects.every(({ kind }) => PERSONS.includes(kind))

/** "Einstein", "Chuck Schumer": unknown words, each the name of exactly one holder, as people say it. */
export function withLastNames(
  question: FactQuestion,
  all: readonly Fact[],
  { facts }: Asking,
): FactQuestion {
  const { text } = question
  const mentions = question.mentions.map(one => {
    const ids = one.subjects.map(({ id }) => id)
    // George W. Bush was no vice president, as another George Bush was.
    const isOfKind = one.subjects.some(({ kind }) => kind === all[0]?.subject.kind)
    if (!isPerson(one) || isOfKind) return one
    // A president who won a prize is a subject of each of the collections.
    const full = ids.flatMap(id => facts.namesOf(id)).filter(name => name.includes(' '))
    const own = full.flatMap(name => holdersNamed(name, all)).slice(0, 1)
    return own.length > 0 ? { ...one, subjects: own } : one
  })
  const named = namesIn(question).flatMap(name => {
    // Nobody who types in small letters makes an exception for names.
    const mayBeName = /\b\p{Lu}\p{Ll}/u.test(name) || !/\p{Lu}/u.test(text)
    const subjects = mayBeName ? holdersNamed(name, all) : []
    const own = {
      ...mentionOf(...subjects),
      text: name,
      start: text.indexOf(name.split(' ').at(-1) ?? ''),
    }
    return subjects.length > 0 ? own : []
  })
  const rest = named.length === namesIn(question).length ? [] : question.rest
  return { ...question, rest, mentions: [...mentions, ...named] }
}

/** The unknown words, those that are next to each other together. */
export function namesIn({ text, rest }: FactQuestion): string[] {
  const isNext = (names: string, word: string) =>
    names !== '' && text.replaceAll('.', '').includes(`${names.split('\n').at(-1)} ${word}`)
  const next = (names: string, word: string) => names + (isNext(names, word) ? ' ' : '\n') + word
  return rest.reduce(next, '').split('\n').filter(Boolean)
}

/** The name that a question has besides its other words, known or unknown; undefined if there are several. */
export function onlyNameIn({ text, rest, mentions }: FactQuestion): string | undefined {
  const words = [...rest, ...mentions.flatMap(one => one.text.split(/[ .]+/))].filter(Boolean)
  const found = words.map(word => new RegExp(`\\b${RegExp.escape(word)}(?!\\p{L})`, 'u').exec(text))
  const from = Math.min(...found.map(one => one?.index ?? 0))
  const name = text.slice(
    from,
    Math.max(...found.map(one => (one?.index ?? 0) + (one?.[0].length ?? 0))),
  )
  const isWhole = name.split(/[ .]+/).length === words.length
  return isWhole &&
    /^\p{Lu}(?:\p{Ll}|\. ?\p{Lu})/u.test(name) &&
    !/\bthe $/i.test(text.slice(0, from))
    ? name
    : undefined
}

/**
 * Returns whether a name may be another form of a holder's: of one with the last name, and the initial if there is
 * one, or of a woman with the first name, who may have married.
 */
export function mayBeHolder(name: string, all: readonly Fact[], asking: Asking): boolean {
  const [first = '', ...more] = partsOf(name)
  const last = more.at(-1)
  const initials = [first, ...(NICKNAMES[first] ?? [])].map(([one]) => one)
  const isLike = (own: string, word: string) => own === word || isSlipOf(word, own)
  const women = ofGender(['female'], all, asking)
  return all.some(({ subject }) => {
    const parts = partsOf(subject.name)
    if (last === undefined) return parts.some(own => isLike(own, first))
    const isNamesake = parts.some(own => isLike(own, last))
    const isFirst = parts.some(own => own !== last && initials.includes(own[0]))
    return (isNamesake && isFirst) || (women?.has(subject.id) && parts[0] === first)
  })
}

export const partsOf = (name: string) =>
  name.toLowerCase().match(/(?<![^ ,-])(?!jr\b)[^ ,-]+/g) ?? []

/** The holders of the name, by the first and the last of its words, in either order; of a last name a few. */
function holdersNamed(name: string, rows: readonly Fact[]): Subject[] {
  const [first = '', ...more] = ['', ...partsOf(name)].slice(name.includes(' ') ? 1 : 0)
  const forms = [first, ...(NICKNAMES[first] ?? [])]
  const fitting = rows.filter(({ subject }) => {
    const own = partsOf(subject.name)
    const isGiven = forms.some(form => own.some(part => part.startsWith(form)))
    return own.at(-1) === more.at(-1) ? isGiven : own.join(' ') === [...more, first].join(' ')
  })
  const all = [...new Map(fitting.map(one => [one.subject.id, one.subject])).values()]
  const exact = all.filter(one => partsOf(one.name).join(' ') === partsOf(name).join(' '))
  const found = exact.length > 0 ? exact : all
  return found.length > (name.includes(' ') ? 1 : MOST_NAMESAKES) ? [] : found
}

/** The rows that have the qualifier, the gender and the words that the question names; none if one has no meaning. */
export function having(rows: readonly Fact[], meant: string | undefined, asking: Asking): Fact[] {
  const { question } = asking
  const spoken = sensesOf('qualifier', asking).map(sense => sense.qualifier)
  const named = [...spoken.filter(name => !GENDERS.includes(name)), ...(meant ? [meant] : [])]
  const lower = question.rest.map(word => word.toLowerCase())
  const words = lower.filter(word => !ORGANIZATIONS.test(word))
  const isOrganization = words.length < question.rest.length
  const states = new Set(rows.map(stateOf))
  const places = words.filter(word => states.has(word))
  const rest = words.filter(word => !states.has(word)).join(' ')
  const isOfRest = ({ text = '' }: Fact) => {
    const [party = ''] = text.toLowerCase().split(',')
    return [party, `${party}s`, `${party}ic`].includes(rest)
  }
  const fitting = rows
    .filter(row => named.every(name => name === row.qualifier))
    .filter(row => places.length === 0 || places.includes(stateOf(row)))
    .filter(row => rest === '' || isOfRest(row))
  // "The first woman", "the person who": holders with that gender, or with any.
  const genders = spoken.filter(name => GENDERS.includes(name))
  const ids = ofGender(genders, rows, asking)
  const isOfPeople = genders.length > 0 || PEOPLE.test(question.text)
  if (genders.length === 0 && !(ids && (isOrganization || isOfPeople))) return fitting
  return fitting.filter(({ subject }) => (ids?.has(subject.id) ?? false) !== isOrganization)
}

/** The persons of a collection who have a gender, or any. */
function ofGender(genders: readonly string[], rows: readonly Fact[], asking: Asking) {
  const attribute = asking.facts
    .attributes()
    .find(one => one.label === 'Gender' && one.collection === rows[0]?.attribute.collection)
  const known = attribute && read({ attributes: [attribute.id] }, asking)
  const people = known?.filter(({ text = '' }) => genders.every(gender => gender === text))
  return people && new Set(people.map(({ subject }) => subject.id))
}
