import vocabulary from '../../data/words.json' with { type: 'json' }
import { capital, fillSlots } from '../text/say.ts'
import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import type { Mention } from './find-named.ts'
import { type Frame, LANGUAGES } from './languages.ts'
import { citiesIn, currencyIn, itemsIn, listOf, nameIn } from './names-in-language.ts'
import type { FactQuestion } from './read-question.ts'
import { CLEAR } from './say-compared.ts'
import { datedValue, MAIN, sayAmount } from './say-facts.ts'
import { byNumber } from './select-facts.ts'
import {
  definiteIn,
  fillFrame,
  locatedIn,
  ownerIn,
  sentenceIn,
  verdictIn,
  writeDate,
  writeIn,
} from './write-in-language.ts'

const MOST_LISTED = 60
const MISSING = /^(?<name>.*?): (?<label>.*?)(?: in (?<year>[\d to]+))?$/
const DATE = /\s*\(\d{4}(?: est\.)?\)$/
/** The name and the height of a mountain. */
const NAMED = /^(\D+?)(?: \([^()]*\))? (-?\d[\d,.]* m)$/
/** How many men and women a share stands for. */
const BY_SEX = / \(male [^()]*\)/
/** A note that the source adds in English. */
const NOTE = /; (?:note|notable)\b.*$/s
/** The country that another one became independent from. */
const FROM = /\(from (?:the )?([^()]*)\)/g
/** The difference that an English comparison ends with. */
const BY = /, by ([^()]*?)(?: \(|\.$)/
/** The score of a final, who won or lost it, and where it was. */
const FINAL =
  /^(?:lost to (?<winner>[^,]*), )?(?<goals>\d+)–(?<conceded>\d+)(?<penalties> and penalties)?(?: against (?<loser>[^()]*?))? \((?<city>[^()]*), (?<country>[^(),]*)\)$/
const NEVER = / is not among the /
/** A date in brackets, inside which there are no others. */
const INNER = / \(([^()]*)\)$/
/** Lists whose items the languages can name. */
const LISTS = new Set([
  'Land boundaries',
  'Exports - partners',
  'Imports - partners',
  'Languages',
  'Religions',
])

/** Parts of the world, longer names first: "South America" has "America". */
const REGIONS = [...Object.keys(vocabulary.regions), ...Object.keys(vocabulary.groups), 'EU']
  .flatMap(name => [name, `the ${name}`])
  .toSorted((one, other) => other.length - one.length)

interface Saying {
  readonly language: string
  /** The question in its own language. */
  readonly asked: string
  readonly question: FactQuestion
  readonly mentions: readonly Mention[]
  /** As YYYY-MM-DD. */
  readonly today: string
}

/** Says an answer in another language. Names stay as the sources write them. */
export function sayInLanguage(answer: FactAnswer, saying: Saying): FactAnswer {
  const { statements, table, missing, ...rest } = answer
  const say = (one: FactStatement, at: number) => {
    const said =
      at === 0 && answer.list ? sayRanks(one, answer.list, saying) : sayFigures(one, saying)
    const [, age] = /\baged (\d+)/.exec(one.text) ?? []
    const aged = age === undefined ? '' : fill('aged', { age }, saying)
    return own(
      one,
      said.replace(/[.。]$/, stop => `${aged}${stop}`),
      saying,
    )
  }
  return {
    ...rest,
    statements: ofOnePrize(statements).map(say),
    ...(table && { table: tableIn(table, saying) }),
    missing: missing.map(one => sayMissing(one, saying)),
    language: saying.language,
  }
}

/** Joins the statements about the laureates of one prize, who have different shares. */
function ofOnePrize(statements: readonly FactStatement[]): FactStatement[] {
  const prizeOf = (one: FactStatement) => {
    const { attribute, qualifier, year } = one.facts[0] ?? {}
    return attribute?.label === 'Nobel Prize' ? `${qualifier} ${year}` : one
  }
  return [...Map.groupBy(statements, prizeOf).values()].flatMap(([first, ...more]) => {
    if (!first || more.length === 0) return first ?? []
    const facts = [first, ...more].flatMap(one => one.facts)
    return [{ ...first, facts, text: [first, ...more].map(({ text }) => text).join(' ') }]
  })
}

/** The quotes are in English, so figures alone can be compared with them. */
function own(one: FactStatement, text: string, { language }: Saying): FactStatement {
  const computed = [...(one.computed ?? []), ...one.facts.flatMap(({ number }) => number ?? [])]
  return { ...one, computed, language, text, english: one.text }
}

type Slots = Parameters<typeof fillSlots>[1]

function fill(frame: Frame, parts: Slots, { language }: Saying, isPlural = false): string {
  return fillFrame(language, frame, parts, isPlural)
}

function sayRanks(
  { facts: cited, computed = [] }: FactStatement,
  { facts, among = [], isRanked }: NonNullable<FactAnswer['list']>,
  saying: Saying,
): string {
  const ranked = facts.length > 0 ? facts : cited
  if (isRanked && saying.question.thresholds.length === 0) {
    const all = among.length > 0 ? among : ranked
    const isLowest = (all[0]?.number ?? 0) < (all.at(-1)?.number ?? 0)
    const count = computed[0] ?? ranked.length
    return sayFirst(
      ranked.length === 1 ? 'first' : 'firstOnes',
      ranked,
      { isLowest, count },
      saying,
    )
  }
  const isDated = isOfOneTime(ranked)
  const listed = ranked
    .slice(0, MOST_LISTED)
    .map(fact => (isRanked ? itemIn(fact, isDated, saying) : subjectIn(fact.subject, saying)))
  const more = ranked.length - listed.length
  const rest = more > 0 ? [fill('more', { count: more }, saying)] : []
  const list = [...listed, ...rest].join(fill('comma', {}, saying))
  return sentenceIn(saying.language, fill('count', { count: ranked.length, list }, saying))
}

/** Says which subject has the most or the least, and which ones follow. */
function sayFirst(
  frame: Frame,
  rows: readonly Fact[],
  { isLowest, count }: { readonly isLowest: boolean; readonly count?: number },
  saying: Saying,
): string {
  const { language } = saying
  const [first] = rows
  if (!first) return ''
  const noun = nounOf(first, saying)
  const keys = [...keysOf(first), noun?.article ?? '', '']
  const forms = keys.flatMap(key => LANGUAGES[language]?.superlatives[key] ?? [])
  const isDated = isOfOneTime(rows)
  const [item, ...items] = rows.map(fact => itemIn(fact, isDated, saying))
  const { text: name, isPlural } = definiteIn(language, subjectIn(first.subject, saying))
  const parts = {
    ...{ name, count, value: bracketed(first, isDated, saying), where: whereIn(saying) },
    superlative: fillSlots(forms[isLowest ? 1 : 0] ?? '', {
      noun: noun?.bare,
      label: labelIn(first, saying),
    }),
    when: isDated ? fill('when', { year: first.year }, saying) : '',
    list: listOf([item ?? '', ...items], language),
    others: listOf(items, language),
  }
  return sentenceIn(language, fill(frame, parts, saying, isPlural))
}

/** The part of the world that the question names, in its language. */
function whereIn(saying: Saying): string {
  const { words = {} } = LANGUAGES[saying.language] ?? {}
  const asked = saying.question.text.toLowerCase()
  const named = REGIONS.find(name => words[name] && asked.includes(name.toLowerCase()))
  const [region = ''] = words[named ?? ''] ?? []
  const written = region.replace(/(?<!\p{L})\p{L}(?=\p{L}{3})/gu, letter => letter.toUpperCase())
  return named
    ? fill('within', { region: written.length > 2 ? written : region.toUpperCase() }, saying)
    : ''
}

/** True if all values are of one year, which a sentence then says once. */
function isOfOneTime(own: readonly Fact[]): boolean {
  return own.every(
    fact => fact.year !== undefined && fact.year === own[0]?.year && DATE.test(datedIn(fact)),
  )
}

/** A subject with its value in brackets. */
function itemIn(fact: Fact, isDated: boolean, saying: Saying): string {
  const name = subjectIn(fact.subject, saying)
  return fill('item', { name, value: bracketed(fact, isDated, saying) }, saying)
}

function bracketed(fact: Fact, isDated: boolean, saying: Saying): string {
  return valueIn(fact, saying, isDated).replace(INNER, ', $1')
}

function sayFigures({ text, facts, computed = [] }: FactStatement, saying: Saying): string {
  const [first] = facts
  if (!first) return text
  const { language, asked, question } = saying
  const own = facts.filter(({ attribute }) => attribute.id === first.attribute.id)
  const subjects = new Set(own.map(({ subject }) => subject.id))
  const label = labelIn(first, saying)
  const by = BY.exec(text)?.[1]
  const opening = verdictIn(language, text)
  if (first.attribute.label === 'Nobel Prize') return sayPrizes(own, saying)
  const frame = question.operations.has('average') ? 'average' : 'sum'
  const isTotal = subjects.size > 2 && computed.length > 0 && question.operations.has(frame)
  if (isTotal || (subjects.size > 2 && /^Together, the/.test(text))) {
    const value = writeIn(language, sayAmount(computed[0] ?? 0, first).amount)
    const { text: noun = label, isPlural } = nounOf(first, saying) ?? {}
    const parts = { label, noun, value, count: subjects.size, where: whereIn(saying) }
    return sentenceIn(language, fill(frame, parts, saying, isPlural))
  }
  if (subjects.size > 1 && first.attribute.label.endsWith(' title'))
    return `${opening}${sentenceIn(language, sayHolders(own, { label, text }, saying))}`
  if (subjects.size > 1) return `${opening}${sayTogether(own, { label, by }, saying)}`
  const last = own.at(-1)
  const subject = subjectIn(first.subject, saying)
  if (first.start !== undefined || (first.year !== undefined && first.end !== undefined))
    return `${opening}${sentenceIn(language, sayRecord(own, { label, subject }, saying))}`
  // Rates of several years, the newest first, are no series.
  const isOfRates = own.length > 1 && own.every(({ unit }) => unit?.startsWith('%'))
  if (isOfRates && (first.year ?? 0) > (last?.year ?? 0))
    return opening + sentenceIn(language, sayOne([first], { label, subject }, saying))
  if (last && first.number && last.number !== undefined && first.year !== last.year) {
    const unit = first.unit?.startsWith('%') ? ' percentage points' : '%'
    const change = `${last.number < first.number ? '−' : '+'}${computed[0]}${unit}`
    const [from, to] = [valueIn(first, saying), valueIn(last, saying)]
    const { text: noun = label, isPlural } = nounOf(first, saying) ?? {}
    const of = ownerIn(language, subject, asked)
    const parts = { subject, label, noun, of, from, to, change: writeIn(language, change) }
    const frame = last.number < first.number ? 'fell' : 'rose'
    return sentenceIn(language, fill(frame, parts, saying, isPlural))
  }
  return opening + sentenceIn(language, sayOne(own, { label, subject }, saying))
}

/** One value: by the sentence of the language, by the noun for what it is of, or after the label. */
function sayOne(
  own: readonly Fact[],
  { label, subject }: { label: string; subject: string },
  saying: Saying,
): string {
  const { language, asked, question } = saying
  const [first] = own
  const { say = {} } = LANGUAGES[language] ?? {}
  const { attribute, year, entry, number } = first ?? {}
  const isOfficial =
    attribute?.label === 'Languages' && /\bofficial languages?\b/i.test(question.text)
  const items = first && own.length === 1 ? listIn(first, { isOfficial, saying }) : undefined
  const of = ownerIn(language, subject, asked)
  const at = locatedIn(language, subject, asked)
  if (items && isOfficial) {
    const key = items.includes(fill('and', {}, saying)) ? 'official languages' : 'official language'
    return fillSlots(say[key] ?? '', { subject, of, at, value: items })
  }
  const isOfSeveral = new Set(own.map(fact => fact.qualifier)).size > 1
  const { labels = {} } = LANGUAGES[language] ?? {}
  const named = ({ qualifier = '' }: Fact) =>
    isOfSeveral && labels[qualifier] ? `${labels[qualifier]} ` : ''
  const value = items ?? own.map(fact => named(fact) + valueIn(fact, saying)).join('; ')
  if (!first || !attribute || own.length > 1) {
    const whole = isOfSeveral ? (labels[attribute?.label ?? ''] ?? label) : label
    return fill('value', { subject, label: whole, value }, saying)
  }
  if (entry) {
    // "How long is the border with Peru?" names the item.
    const isAsked = saying.mentions.some(({ subjects }) =>
      subjects.some(({ name }) => name === entry.name),
    )
    const degree = question.direction === 'lowest' ? 'least' : 'most'
    const sentence = say[`${attribute.label}: ${isAsked ? 'one' : degree}`]
    const name =
      itemsIn(language, { ...entry.row, text: entry.name }, { write: one => one }) ?? entry.name
    const bare = writeIn(language, datedValue(first)).replace(INNER, ', $1')
    const the = definiteIn(language, name).text
    if (sentence) return fillSlots(sentence, { subject, of, at, entry: name, the, value: bare })
  }
  const sentence = keysOf(first)
    .map(key => say[key])
    .find(one => one !== undefined)
  if (sentence && (year || !sentence.includes('{year}'))) {
    const bare = items ?? valueIn(first, saying, sentence.includes('{year}'))
    return fillSlots(sentence, { subject, of, at, value: bare, year })
  }
  const noun = nounOf(first, saying)
  if (!noun) return fill('value', { subject, label, value }, saying)
  const isDated = number !== undefined && year !== undefined && DATE.test(datedIn(first))
  const bare = isDated ? valueIn(first, saying, true) : value
  const parts = { noun: noun.text, subject, of, at, value: bare, year }
  const frame = isDated ? 'was' : /^[-−\d]/.test(bare) ? 'amounts' : 'is'
  return fill(frame, parts, saying, noun.isPlural)
}

/** A list with the names of the language, or a currency; undefined of other values. */
function listIn(
  fact: Fact,
  { isOfficial, saying: { language } }: { isOfficial: boolean; saying: Saying },
): string | undefined {
  const { attribute, qualifier, text = '', number } = fact
  if (qualifier === 'Currency') return currencyIn(language, text)
  if (attribute.label === 'Capital' && qualifier === 'name')
    return citiesIn(language, text.replace(NOTE, ''))
  const isList = number === undefined && LISTS.has(attribute.label)
  if (!isList) return undefined
  return itemsIn(language, fact, { write: value => writeIn(language, value), isOfficial })
}

/** Keys of a value in the data of a language, the narrowest first. */
function keysOf({ attribute: { label }, qualifier = '' }: Fact): string[] {
  const isPlain = MAIN.has(qualifier)
  return [`${label}: ${qualifier}`, qualifier, ...(isPlain ? [label] : [])].filter(Boolean)
}

/** The noun with its article for what a value is of: "die Geburtenrate". */
function nounOf(fact: Fact, { language }: Saying) {
  const nouns = LANGUAGES[language]?.nouns ?? {}
  const sex = SEXES.includes(fact.qualifier ?? '') ? fact.qualifier : undefined
  const [text] = [...keysOf(fact), ...(sex ? [fact.attribute.label] : [])].flatMap(
    key => nouns[key] ?? [],
  )
  if (text === undefined) return undefined
  const { items = {}, labels = {} } = LANGUAGES[language] ?? {}
  const of = sex ? ` ${items[`of ${sex}`] ?? `(${labels[sex]})`}` : ''
  const [, plural = '', article = '', gap, bare = ''] =
    /^(\+?)(\p{L}+)([ :])(.*)$/u.exec(text) ?? []
  const isPlural = plural !== ''
  const said = gap === ':' ? bare : `${article} ${bare}`
  return { text: said + of, bare: bare + of, article: plural + article, isPlural }
}

/** The same of several subjects, and which of them has the most if the years leave no doubt. */
function sayTogether(
  own: readonly Fact[],
  { label, by }: { label: string; by: string | undefined },
  saying: Saying,
): string {
  const { language } = saying
  const [first] = own
  const isDated = isOfOneTime(own)
  const isAlike = own.every(({ number, unit }) => number !== undefined && unit === first?.unit)
  const ranked = isAlike ? byNumber(own, 'highest') : []
  const isLowest = saying.question.direction === 'lowest'
  const rows = isLowest && ranked.length > 2 ? ranked.toReversed() : ranked
  const [head, after, ...others] = rows
  const [low = 0, high = 0] = byNumber(rows.slice(0, 2), 'lowest').map(({ number }) => number)
  const isSame = own.every(({ year }) => year === first?.year)
  // Two values may stand side by side with a caution; a ranking needs more.
  const isSure = isSame || high >= CLEAR * low
  if (!head || !after || low === high || (!isSure && others.length > 0)) {
    const values = (ranked.length > 2 ? ranked : own).map(
      fact => `${subjectIn(fact.subject, saying)} ${valueIn(fact, saying, isDated)}`,
    )
    const named = isDated ? fill('inYear', { label, year: first?.year }, saying) : label
    const parts = { label: named, list: values.join('; ') }
    return sentenceIn(language, fill('together', parts, saying))
  }
  const noun = nounOf(head, saying)
  if (others.length > 0 || (!noun && LANGUAGES[language]?.nouns))
    return sayFirst('ranked', rows, { isLowest }, saying)
  const [a, b] = rows.map(({ subject }) => subjectIn(subject, saying))
  const isLocated = keysOf(head).some(key => LANGUAGES[language]?.say[key]?.includes('{at}'))
  const [of, ofOther] = [a, b].map((name = '') =>
    (isLocated ? locatedIn : ownerIn)(language, name, saying.asked),
  )
  const [x, y] = rows.map(fact => bracketed(fact, isDated, saying))
  const that = LANGUAGES[language]?.pronouns?.[noun?.article ?? ''] ?? ''
  const when = isDated ? fill('when', { year: first?.year }, saying) : ''
  const parts = { noun: noun?.text ?? label, of, ofOther, x, y, that, when, label, a, b }
  const gap = by ? fill('by', { gap: writeIn(language, by) }, saying) : ''
  const caution = isSure ? '' : fill('differ', {}, saying)
  return sentenceIn(language, `${fill('exceeds', parts, saying, noun?.isPlural)}${gap}${caution}`)
}

function placeIn(name: string, { language }: Saying): string {
  return nameIn(language, name, 'region') ?? name
}

function datedIn(fact: Fact): string {
  return datedValue(fact).replace(BY_SEX, '').replace(NOTE, '')
}

/** The value as the language writes it, with its year unless the sentence has that. */
function valueIn(fact: Fact, saying: Saying, isBare = false): string {
  const { language } = saying
  const { text, number, unit, year } = fact
  const own = LANGUAGES[language]?.items[text ?? '']
  if (own !== undefined) return own
  const isLong = text === undefined && number !== undefined && unit === 'USD'
  const value = isLong ? `${sayAmount(number, fact).amount} (${year})` : datedIn(fact)
  const counted = (unit === 'people' ? value.replace(' people', '') : value).replace(
    /^([\d.]+) million(?= sq km)/,
    (_, millions: string) => (Number(millions) * 1e6).toLocaleString('en'),
  )
  const told = counted
    .replace(NAMED, '$1 ($2)')
    .replace(
      FROM,
      (_, name: string) => `(${fill('from', { name: placeIn(name, saying) }, saying)})`,
    )
  const written = asTitled(writeIn(language, isBare ? told.replace(DATE, '') : told), saying)
  return fact.entry ? `${fact.entry.name} ${written}` : written
}

/** A head of government with the title that the question has: 首相 and not 总理. */
function asTitled(text: string, { language, asked }: Saying): string {
  const { words = {}, terms = {} } = LANGUAGES[language] ?? {}
  const usual = terms['Prime Minister'] ?? ''
  const title = words['prime minister']?.find(
    form => /\p{scx=Han}/u.test(form) && asked.includes(form),
  )
  return usual && title ? text.replace(usual, title) : text
}

/** The laureates of each field and year. */
function sayPrizes(own: readonly Fact[], saying: Saying): string {
  const prizes = Map.groupBy(own, ({ qualifier, year }) => `${qualifier} ${year}`)
  const said = [...prizes.values()].map(rows => {
    const [prize] = rows.map(row => ({ label: labelIn(row, saying), year: row.year }))
    const list = listOf(
      rows.map(({ subject }) => subject.name),
      saying.language,
    )
    const text = fill('laureates', { ...prize, list }, saying, rows.length > 1)
    return sentenceIn(saying.language, text)
  })
  return said.join(' ')
}

/** Those who hold a title, or that the subject of the question does not. */
function sayHolders(
  own: readonly Fact[],
  { label, text }: { label: string; text: string },
  saying: Saying,
): string {
  const { language } = saying
  const holders = [...Map.groupBy(own, ({ subject }) => subject.id).values()].flatMap(rows => {
    const years = rows.map(({ year }) => year).join(fill('comma', {}, saying))
    const name = rows[0] && subjectIn(rows[0].subject, saying)
    return name === undefined ? [] : { name, item: fill('item', { name, value: years }, saying) }
  })
  if (/ more often \(/.test(text)) {
    const [most, less] = [...Map.groupBy(own, ({ subject }) => subject.id).values()]
    const { text: name, isPlural } = definiteIn(language, holders[0]?.name ?? '')
    const { name: second = '' } = holders[1] ?? {}
    const other = definiteIn(language, second).text
    const of = ownerIn(language, second, saying.asked)
    const parts = { name, other, of, title: label, x: most?.length, y: less?.length }
    return fill('wonMore', parts, saying, isPlural)
  }
  const [asked] = saying.mentions.flatMap(({ subjects }) => subjects)
  if (!asked || !NEVER.test(text)) {
    const list = listOf(
      holders.map(({ item }) => item),
      language,
    )
    return fill('winners', { title: label, list }, saying)
  }
  const { text: name, isPlural } = definiteIn(language, subjectIn(asked, saying))
  const list = listOf(
    holders.map(one => one.name),
    language,
  )
  return fill('never', { name, title: label, list }, saying, isPlural)
}

/** A title or an office: who holds it, when, and how often. */
function sayRecord(
  own: readonly Fact[],
  { label, subject }: { label: string; subject: string },
  saying: Saying,
): string {
  const { language, today } = saying
  const { attribute, start, year, end = '', qualifier, text = '' } = own[0] ?? {}
  const write = (day: string) => writeDate(language, new Date(day))
  if (start !== undefined) {
    const until = own.at(-1)?.end ?? ''
    const office = qualifier === undefined ? label : `${label} (${qualifier})`
    const parts = { name: subject, office, start: write(start), end: write(until) }
    return fill(start <= today && today < until ? 'holds' : 'held', parts, saying)
  }
  const { text: name, isPlural } = definiteIn(language, subject)
  const isLost = attribute?.label.endsWith('runner-up')
  if (own.length > 1) {
    const years = listOf(
      own.map(fact => String(fact.year)),
      language,
    )
    const parts = { name, title: label, count: own.length, years }
    return fill(isLost ? 'lostOften' : 'wonOften', parts, saying, isPlural)
  }
  const {
    winner,
    loser,
    goals,
    conceded,
    penalties,
    city = '',
    country = '',
  } = FINAL.exec(text)?.groups ?? {}
  const score = fill(
    penalties ? 'penalties' : 'goals',
    { score: isLost ? `${conceded}–${goals}` : `${goals}–${conceded}` },
    saying,
  )
  // The Euro 2020 was in 2021.
  const on = end.startsWith(String(year)) ? '' : `, ${write(end)}`
  const where = { city: citiesIn(language, city), country: placeIn(country, saying) + on }
  const other = definiteIn(language, placeIn(winner ?? loser ?? '', saying)).text
  const parts = { name, title: label, year, other, score, place: fill('place', where, saying) }
  if (isLost) return fill('lost', parts, saying, isPlural)
  const final = goals === undefined ? '' : fill('final', parts, saying)
  return fill('won', { ...parts, final }, saying, isPlural)
}

function sayMissing(text: string, saying: Saying): string {
  const { name = '', label = '', year } = MISSING.exec(text)?.groups ?? {}
  const known = saying.mentions.flatMap(({ subjects }) => subjects).find(one => one.name === name)
  if (!known) return text
  const { labels = {} } = LANGUAGES[saying.language] ?? {}
  const named = labels[label] ?? labels[capital(label)] ?? label
  const when = year?.replace(' to ', '–')
  const what = when ? fill('inYear', { label: named, year: when }, saying) : named
  return `${subjectIn(known, saying)}: ${what}`
}

function tableIn({ columns, rows }: FactTable, saying: Saying): FactTable {
  const subjects = new Map(
    rows.flatMap(({ cells }) =>
      cells.flatMap(
        cell => cell?.facts.map(({ subject }) => [subject.name, subject] as const) ?? [],
      ),
    ),
  )
  const labels = LANGUAGES[saying.language]?.labels ?? {}
  const say = (text: string) => {
    const subject = subjects.get(text)
    return subject ? subjectIn(subject, saying) : (labels[text] ?? text)
  }
  return {
    columns: columns.map(say),
    rows: rows.map(({ label, cells }) => ({
      label: say(label),
      cells: cells.map(cell => cell && own(cell, writeIn(saying.language, cell.text), saying)),
    })),
  }
}

const SEXES = ['male', 'female']

function labelIn({ attribute, qualifier = '' }: Fact, { language }: Saying): string {
  const { labels } = LANGUAGES[language] ?? {}
  // A title has the name of its tournament.
  const label = labels?.[attribute.label] ?? labels?.[attribute.section] ?? attribute.label
  const own = labels?.[qualifier]
  return SEXES.includes(qualifier) && own ? `${label} (${own})` : (own ?? label)
}

/** The name as the question writes it, or else as the language does. */
function subjectIn(subject: Subject, { language, asked, mentions }: Saying): string {
  const named = mentions.find(({ subjects }) => subjects.some(({ id }) => id === subject.id))
  const own = nameIn(language, subject.name, 'region') ?? LANGUAGES[language]?.items[subject.name]
  const isWritten = named && asked.includes(named.text) && /^\P{Ll}/u.test(named.text)
  return isWritten ? named.text : (own ?? named?.text ?? subject.name)
}
