import { fillSlots, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import { isEntry } from '../entries.ts'
import type { Fact } from '../fact.ts'
import { attributesOf, isPlace, readFilters, reasonsFor } from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import { nameOf, ownerOf } from '../report/say-value.ts'
import { sayEntry } from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  byNumber,
  read,
  sensesOf,
  WORLD,
} from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'

const ELEVATION = 'Elevation'
export const CITIES = 'Major urban areas - population'
const CITY_ASKED = /^(?:Population|Independence|Major urban areas - population)$/
const TRADE = /\b(export|import)(?:s|ed|ing)?\b(?:[^?]*?)\b(to|from)\s+(?:the\s+)?$/i
/** "Largest city", which is the phrase for the whole list. */
const SINGLE = /^(?:largest|biggest|longest) .*[^s]$/i
/** Per cent. */
const HALF = 50
/** Items that are named after the one of the majority. */
const FOLLOWERS = 2
const SHORTENED = { S: 'South', N: 'North' } as const

/** Answers with single items of a list: a partner in trade, the longest border, the population of a city. */
export function answerEntry(asking: Asking): FactAnswer | undefined {
  const { years, thresholds, phrases, mentions, count } = asking.question
  const isNegated = [...phrases, ...mentions].some(one => one.isNegated)
  if (years.length + thresholds.length > 0 || isNegated || count !== undefined) return undefined
  const statement =
    sayCity(asking) ??
    sayPeak(asking) ??
    listsIn(asking)
      .map(list => sayItem(list, asking) ?? sayAmong(list, asking))
      .find(one => one !== undefined)
  const isBoth = asking.question.conditions.others.join() === 'both'
  const shared = new Map(isBoth ? statement?.facts.slice(2).map(row => [row.subject.id, row]) : [])
  const list = { facts: [...shared.values()], isRanked: false, isForOne: false }
  return statement && { ...answerOf(statement), ...(shared.size > 0 && { list }) }
}

/** The attributes of the question whose values are lists with figures. */
function listsIn(asking: Asking): AttributeSense[] {
  const { text, mentions } = asking.question
  const [, kind = '', towards = ''] = TRADE.exec(text.slice(0, mentions[1]?.start ?? 0)) ?? []
  const isFit = (kind.toLowerCase() === 'export') === (towards.toLowerCase() === 'to')
  if (kind !== '' && isFit) return partnersOf(kind, asking)
  const isList = ({ attribute }: AttributeSense) =>
    asking.lexicon.wordsOf(attribute)?.entries !== undefined
  return sensesOf('attribute', asking).filter(isList)
}

function partnersOf(kind: string, { facts }: Asking): AttributeSense[] {
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}s - partners`
  const attribute = facts.attributes().find(one => one.label === label)
  return attribute ? [{ type: 'attribute', attribute }] : []
}

function sayItem({ attribute }: AttributeSense, asking: Asking): FactStatement | undefined {
  const { text, mentions, rest, direction, phrases, conditions } = asking.question
  const words = asking.lexicon.wordsOf(attribute)?.entries
  // "Exports" for "Exports - partners".
  const [root = ''] = attribute.label.split(' - ')
  const isOfList = (phrase: Phrase) =>
    attributesOf(phrase).some(one => one.attribute.label.startsWith(root)) ||
    phrase.senses.some(({ type }) => type === 'kind' || type === 'extreme')
  if (!words || !phrases.every(isOfList)) return undefined
  const rowsOf = ({ subjects }: Mention) =>
    read({ subjects: subjects.map(({ id }) => id), attributes: [attribute.id] }, asking)
  const itemsOf = (mention: Mention) => rowsOf(mention).filter(({ entry }) => entry)
  // "Speak French in Canada"; German exports are Germany's.
  const isTrade = attribute.label.endsWith('partners')
  // "The partners of Nepal and Bhutan" are those of both.
  const [one, two] = mentions
  const isBoth = conditions.others.join() === 'both'
  const isBetween = conditions.relation === 'between'
  if (
    one &&
    two &&
    !isBoth &&
    !isBetween &&
    /^,?\s*(?:and|or|&|,)\s*$/i.test(text.slice(one.end, two.start))
  )
    return undefined
  // "… in the US", which is no full name.
  const isIn = /\bin (?:the )?$/i.test(text.slice(0, mentions[1]?.start))
  const isOfSecond = !isTrade && mentions.length === 2 && (mentions[1]?.isOwnName || isIn)
  const [owner, other, ...more] =
    isOfSecond && !mentions[0]?.isOwnName ? mentions.toReversed() : mentions
  const own = owner ? itemsOf(owner) : []
  if (owner && WORLD.test(owner.text) && own.length < 2) return undefined
  if (!owner || own.length === 0 || more.length > 0) return undefined
  if (other) {
    if (rest.length > 0) return undefined
    if (isBoth)
      return words.shared ? sayShared(words.shared, [own, itemsOf(other)], asking) : undefined
    const item = own.find(entry => isNamed(entry, other, asking))
    if (item) return withVerdict('Yes', sayEntry(words.say, item), text)
    if (!words.without) return undefined
    // The other's own list has its name, which that of the owner lacks.
    const without = sayWithout(words.without, own, other)
    const facts = [...(without?.facts ?? []), ...rowsOf(other).slice(0, 1)]
    return withVerdict('No', without && { ...without, facts }, text)
  }
  const name = rest.join(' ')
  const item = rest.length > 0 ? own.find(entry => isEntry(entry, name)) : undefined
  if (rest.length > 0) return item && sayEntry(words.say, item)
  const isSingle = phrases.some(({ text }) => SINGLE.test(text))
  const [extreme] = sensesOf('extreme', asking)
  const towards = direction ?? extreme?.direction ?? (isSingle ? 'highest' : undefined)
  const [first] = towards ? byNumber(own, towards) : []
  const isMajority = towards === 'highest' && first?.unit === '%' && (first.number ?? 0) > HALF
  const template =
    (isMajority ? words.majority : undefined) ?? words.most?.[towards === 'lowest' ? 1 : 0]
  if (!first || !template) return undefined
  const said = sayEntry(template, first)
  const next = isMajority ? byNumber(own).slice(1, 1 + FOLLOWERS) : []
  const followers = next.map(fact => `${fact.entry?.name} (${writeNumber(fact.number ?? 0)}%)`)
  const dated = said.text.replace(/\) \((\d{4})\)\.$/, ' in $1).')
  const after = dated.replace(/\.$/, `, followed by ${joinAnd(followers)}.`)
  return { ...said, text: next.length > 0 ? after : dated }
}

/** "The longest river in Africa": the highest item in the lists of a group of countries. */
function sayAmong({ attribute }: AttributeSense, asking: Asking): FactStatement | undefined {
  const { phrases, rest, direction } = asking.question
  const { among } = asking.lexicon.wordsOf(attribute)?.entries ?? {}
  const mentions = asking.question.mentions.filter(one => !WORLD.test(one.text))
  if (!among || mentions.length + rest.length > 0) return undefined
  const question = { ...asking.question, mentions }
  const { filters, used } = readFilters({ ...asking, question }, 'country') ?? {}
  if (!filters) return undefined
  const [group, ...more] = filters
  const isRead = phrases.every(one => used?.has(one) || attributesOf(one).length > 0)
  const isMost = direction === 'highest' || phrases.some(one => SINGLE.test(one.text))
  // The collection counts Russia to Central Asia alone.
  const isPart = /\b(?:Europe|Asia)$/.test(group?.of ?? '')
  if (group?.isGroup === false || more.length > 0 || !isRead || !isMost || isPart) return undefined
  const rows = read({ attributes: [attribute.id] }, asking).filter(
    ({ entry, subject }) =>
      entry && subject.kind === 'country' && (!group || reasonsFor(subject.id, filters)),
  )
  const [first] = byNumber(rows)
  if (!first) return undefined
  const sharing = rows.filter(({ number }) => number === first.number)
  const subjects = joinAnd(sharing.map(({ subject }) => nameOf(subject)))
  const said = sayEntry(among, first, { among: group?.of ?? 'in the world', subjects })
  const reasons = sharing.flatMap(({ subject }) => reasonsFor(subject.id, filters) ?? [])
  return { ...said, facts: [...sharing, ...reasons], named: [group?.named ?? ''] }
}

/** "Does Laos border China?" */
function withVerdict(
  verdict: 'Yes' | 'No',
  statement: FactStatement | undefined,
  question: string,
): FactStatement | undefined {
  if (!statement || !/^(?:does|do|is|are)\b/i.test(question)) return statement
  return { ...statement, text: `${verdict}: ${statement.text}` }
}

function isNamed({ entry }: Fact, { subjects }: Mention, { facts }: Asking): boolean {
  const written = entry?.name
    .replace(/^([SN])\. /, (_, short: 'S' | 'N') => `${SHORTENED[short]} `)
    .replace(/ only$/, '')
  const ids = subjects.map(({ id }) => id)
  return facts.findSubjects([written ?? '']).some(({ subject }) => ids.includes(subject.id))
}

/** "Which countries border both France and Germany?" */
function sayShared(
  template: string,
  [own = [], others = []]: readonly (readonly Fact[])[],
  asking: Asking,
): FactStatement | undefined {
  const names = others.map(({ entry }) => entry?.name)
  const shared = own.filter(({ entry }) => names.includes(entry?.name))
  const facts = [own[0], others[0]].filter(one => one !== undefined)
  if (shared.length === 0) return undefined
  const items = shared.map(({ entry }) => entry?.name ?? '')
  const subjects = joinAnd(facts.map(({ subject }) => nameOf(subject)))
  const said = fillSlots(template, { entries: joinAnd(items), subjects })
  const text = items.length > 1 ? said : said.replace(/\b(border)(?= both)/, '$1s')
  const attributes = facts.map(({ attribute }) => attribute.id)
  const sharing = asking.facts.findSubjects(items).map(({ subject }) => subject.id)
  const rows = asking.facts.find({ subjects: sharing, attributes }).filter(asking.admits)
  return { text: `${text}.`, facts: [...facts, ...rows] }
}

function sayWithout(
  template: string,
  own: readonly Fact[],
  { subjects, text }: Mention,
): FactStatement | undefined {
  const [first] = own
  if (!first?.entry) return undefined
  const [subject] = subjects
  const entry = subject ? nameOf(subject) : text
  const names = joinAnd(own.map(one => one.entry?.name ?? ''))
  const owner = ownerOf(first.subject)
  const slots = { entry, owner, subject: nameOf(first.subject), list: first.entry.row.text, names }
  return { text: `${fillSlots(template, slots)}.`, facts: [first] }
}

/** "How high is Mount Everest?", "Is Everest in China?": from the countries' highest points. */
function sayPeak(asking: Asking): FactStatement | undefined {
  const { text, phrases, mentions, rest } = asking.question
  const attribute = asking.facts.attributes().find(({ label }) => label === ELEVATION)
  const isAsked =
    /^(?:and )?(?:how (?:high|tall)|where|is|in (?:which|what))\b|\b(?:height|elevation) of\b/i
  const isMore =
    phrases.filter(({ text: own }) => !/^where/i.test(own)).length + mentions.length > 1
  if (!attribute || !isAsked.test(text) || rest.length === 0 || isMore) return undefined
  const asked = ` ${text
    .toLowerCase()
    .replace(/[?.!,]/g, '')
    .replace(/\bmt\b/g, 'mount')} `
  const places = mentions.map(one => one.text.toLowerCase())
  const found = read({ attributes: [attribute.id] }, asking).filter(
    ({ subject, qualifier, text: value = '' }) => {
      const whole = /^\p{L}[^(\d]+(?= )/u.exec(value)?.[0].toLowerCase() ?? ''
      const short = whole.replace(/^(?:mount|cerro) /, '')
      // "In Kenya" is not on Mount Kenya.
      const names = [whole, ...(places.includes(short) ? [] : [short])]
      const isNamed = names.some(one => one !== '' && asked.includes(` ${one} `))
      return subject.kind === 'country' && qualifier === 'highest point' && isNamed
    },
  )
  const [first] = found
  const [, name = '', height = ''] =
    /^(.*?) (?:\(.*\) )?([\d,]+)(?: m)?$/.exec(first?.text ?? '') ?? []
  if (!first || height === '') return undefined
  const owning = found.filter(
    ({ text: value }) => value?.startsWith(name) && value.includes(height),
  )
  const owners = joinAnd(owning.map(({ subject }) => nameOf(subject)))
  const ids = mentions.flatMap(({ subjects }) => subjects.map(({ id }) => id))
  const isIn = owning.some(({ subject }) => ids.includes(subject.id))
  const verdict = isIn && /^is\b/i.test(text) ? 'Yes: ' : ''
  const said = `${name} is ${height} m high; it is the highest point of ${owners}.`
  return { text: `${verdict}${said}`, facts: owning }
}

/** "How many people live in Lagos?", "Is Lagos a country?": from the lists of the countries' largest cities. */
function sayCity(asking: Asking): FactStatement | undefined {
  const { phrases, rest, text } = asking.question
  const mentions = asking.question.mentions.filter(one =>
    one.subjects.some(own => isPlace(own.kind)),
  )
  const isOfPopulation = ({ senses }: Phrase) =>
    senses.some(one => one.type === 'attribute' && CITY_ASKED.test(one.attribute.label))
  const attribute = asking.facts.attributes().find(({ label }) => label === CITIES)
  const words = attribute && asking.lexicon.wordsOf(attribute)?.entries
  const isAsked = phrases.length > 0 && phrases.every(isOfPopulation)
  if (!attribute || !words || !isAsked || mentions.length > 1) return undefined
  const subjects = mentions[0]?.subjects.map(({ id }) => id)
  const isNamed = ({ entry }: Fact) => {
    const [name = ''] = entry?.name.split(',') ?? []
    const isWritten = new RegExp(`(?<!\\p{L})${RegExp.escape(name)}(?!\\p{L})`, 'iu').test(text)
    // Singapore is a country.
    const isOther = name !== '' && mentions[0]?.text.toLowerCase() !== name.toLowerCase()
    return (
      isWritten && isOther && rest.every(word => new RegExp(RegExp.escape(word), 'i').test(name))
    )
  }
  const [only, ...others] = read(
    { attributes: [attribute.id], ...(subjects && { subjects }) },
    asking,
  ).filter(isNamed)
  return only && others.length === 0 ? sayEntry(words.say, only) : undefined
}
