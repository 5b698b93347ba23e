import { capital, fillSlots } from '../text/say.ts'
import type { FactAnswer, FactStatement, FactTable, SaidAnswer } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import { type Frame, LANGUAGES } from './languages.ts'
import { citiesIn, currencyIn, itemsIn, listOf, nameIn } from './names-in-language.ts'
import type { FactQuestion } from './read-question.ts'
import { datedValue, MAIN, sayAmount } from './say-facts.ts'
import { hasFigures, keepsEnglish, saysAll } from './says-all.ts'
import { byNumber } from './select-facts.ts'
import {
  definiteIn,
  fillFrame,
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
/** A change over the years, of which the statement cites each. */
const MOVED = / (?:rose|fell) from .* by [\d.]+(?:%| percentage)/
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

interface Saying {
  readonly language: string
  readonly question: FactQuestion
  /** As YYYY-MM-DD. */
  readonly today: string
}

/** Says an answer in another language; undefined if that has no words for all that the answer says in English. */
export function sayInLanguage(
  { statements, table, missing, list }: FactAnswer,
  saying: Saying,
): SaidAnswer | undefined {
  const { language } = saying
  const say = (one: FactStatement, at: number) => {
    const subjects = new Set(one.facts.map(({ subject }) => subject.id))
    const isList = at === 0 && list?.facts.every(({ subject }) => subjects.has(subject.id))
    const said = list && isList ? sayRanks(one, list, saying) : sayFigures(one, saying)
    return inOwnWords(one, said && verdictIn(language, one.text) + said, saying)
  }
  const said = statements.map(say)
  const isSaid = ({ text, facts }: FactStatement) =>
    text !== '' && facts.every(one => hasWords(one, saying) && !keepsEnglish(text, one, language))
  const textOf = (all: readonly FactStatement[]) => all.map(({ text }) => text).join(' ')
  const isWhole = said.every(isSaid) && saysAll(textOf(said), textOf(statements))
  if (!isWhole) return undefined
  const own = table && tableIn(table, saying)
  return {
    statements: said,
    missing: missing.map(one => sayMissing(one, saying)),
    ...(own && { table: own }),
  }
}

/** A table in another language; undefined if that lacks a word for a row, a column or a value. */
function tableIn({ columns, rows }: FactTable, saying: Saying): FactTable | undefined {
  const { language } = saying
  const values = rows.flatMap(({ cells }) => cells.flatMap(cell => cell ?? []))
  const facts = values.flatMap(value => value.facts)
  const subjects = new Map(facts.map(({ subject }) => [subject.name, subject]))
  const labels = LANGUAGES[language]?.labels ?? {}
  const nameOf = (text: string) => {
    const subject = subjects.get(text)
    return subject ? subjectIn(subject, saying) : /^\d{4}$/.test(text) ? text : labels[text]
  }
  const names = new Map(
    [...columns, ...rows.map(({ label }) => label)].map(one => [one, nameOf(one)]),
  )
  const say = (cell: FactStatement) => inOwnWords(cell, writeIn(language, cell.text), saying)
  const isSaid = (cell: FactStatement) =>
    cell.facts.every(fact => !keepsEnglish(say(cell).text, fact, language))
  if ([...names.values()].includes(undefined) || !values.every(isSaid)) return undefined
  return {
    columns: columns.map(one => names.get(one) ?? one),
    rows: rows.map(({ label, cells }) => ({
      label: names.get(label) ?? label,
      cells: cells.map(cell => cell && say(cell)),
    })),
  }
}

/** Returns whether the language has words for what a value is of. */
function hasWords(fact: Fact, { language }: Saying): boolean {
  const { labels = {}, say = {}, nouns = {} } = LANGUAGES[language] ?? {}
  const { attribute, qualifier = '', start } = fact
  const own = start === undefined ? [] : [attribute.label]
  // A title has the name of its tournament.
  const title = / (?:title|runner-up)$/.test(attribute.label) ? [attribute.section] : []
  const item = fact.entry ? [`${attribute.label}: one`] : []
  const keys = [...keysOf(fact), ...title, ...own, ...item]
  return SEXES.includes(qualifier) || keys.some(key => key in labels || key in say || key in nouns)
}

/** The quotes are in English, so figures alone can be compared with them. */
function inOwnWords(one: FactStatement, text: string, { language }: Saying): FactStatement {
  const computed = [...(one.computed ?? []), ...one.facts.flatMap(({ number }) => number ?? [])]
  return { ...one, computed, language, text }
}

type Slots = Parameters<typeof fillSlots>[1]

function fill(frame: Frame, parts: Slots, { language }: Saying, isPlural = false): string {
  return fillFrame(language, frame, parts, isPlural)
}

function sayRanks(
  { text, facts: cited, computed = [] }: FactStatement,
  { facts, among = [], isRanked }: NonNullable<FactAnswer['list']>,
  saying: Saying,
): string {
  const { language } = saying
  const ranked = facts.length > 0 ? facts : cited
  const [first] = ranked
  if (!first || ranked.length > MOST_LISTED) return ''
  if (isRanked && saying.question.thresholds.length === 0) {
    const all = among.length > 0 ? among : ranked
    const isLowest = (all[0]?.number ?? 0) < (all.at(-1)?.number ?? 0)
    const told = { isLowest, count: computed[0] ?? ranked.length, where: whereIn(text, saying) }
    return sayFirst(ranked.length === 1 ? 'first' : 'firstOnes', ranked, told, saying)
  }
  const isDated = isOfOneTime(ranked)
  const list = ranked
    .map(fact => (isRanked ? itemIn(fact, isDated, saying) : subjectIn(fact.subject, saying)))
    .join(fill('comma', {}, saying))
  const counted = fill('count', { count: ranked.length, list }, saying)
  if (!isRanked || !isDated) return sentenceIn(language, counted)
  const label = fill('inYear', { label: labelIn(first, saying), year: first.year }, saying)
  return sentenceIn(language, fill('together', { label, list: counted }, saying))
}

/** Says which subject has the most or the least, and which ones follow. */
function sayFirst(
  frame: Frame,
  rows: readonly Fact[],
  {
    isLowest,
    ...told
  }: { readonly isLowest: boolean; readonly count?: number; readonly where?: string },
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
    ...{ ...told, name, value: bracketed(first, isDated, saying) },
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

/** The part of the world that a sentence names, in another language. */
function whereIn(text: string, saying: Saying): string {
  const { names = {} } = LANGUAGES[saying.language] ?? {}
  // "South America" has "America".
  const [named] = Object.keys(names)
    .filter(name => new RegExp(`\\bin (?:the )?${name}\\b`).test(text))
    .toSorted((one, other) => other.length - one.length)
  const [region = ''] = names[named ?? ''] ?? []
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
  const { language } = saying
  const own = facts.filter(({ attribute }) => attribute.id === first.attribute.id)
  const subjects = new Set(own.map(({ subject }) => subject.id))
  const label = labelIn(first, saying)
  if (first.attribute.label === 'Nobel Prize') return sayPrizes(own, saying)
  if (/^Together, the/.test(text)) {
    const [, from, to] = / \((\d{4})(?: to (\d{4}))?\)\.$/.exec(text) ?? []
    const when = from === undefined ? '' : ` (${[from, to].filter(Boolean).join('–')})`
    const value = writeIn(language, sayAmount(computed[0] ?? 0, first).amount) + when
    const { text: noun = label, isPlural } = nounOf(first, saying) ?? {}
    const parts = { label, noun, value, count: subjects.size, where: whereIn(text, saying) }
    return sentenceIn(language, fill('sum', parts, saying, isPlural))
  }
  if (subjects.size > 1 && first.attribute.label.endsWith(' title'))
    return sentenceIn(language, sayHolders(own, { label, text }, saying))
  if (subjects.size > 1) return sayTogether(own, { label, text }, saying)
  const last = own.at(-1)
  const subject = subjectIn(first.subject, saying)
  if (first.start !== undefined || (first.year !== undefined && first.end !== undefined))
    return sentenceIn(language, sayRecord(own, saying))
  if (own.length > 1 && MOVED.test(text) && first.number && last?.number !== undefined) {
    const unit = first.unit?.startsWith('%') ? ' percentage points' : '%'
    const change = `${last.number < first.number ? '−' : '+'}${computed[0]}${unit}`
    const [from, to] = [valueIn(first, saying), valueIn(last, saying)]
    const { text: noun = label, isPlural } = nounOf(first, saying) ?? {}
    const named = { subject, label, noun, of: ownerIn(language, subject) }
    const parts = { ...named, from, to, change: writeIn(language, change) }
    const frame = last.number < first.number ? 'fell' : 'rose'
    return sentenceIn(language, fill(frame, parts, saying, isPlural))
  }
  // A list of a few years may leave out which of them is meant.
  if (!own.every(fact => hasFigures(text, datedValue(fact)))) return ''
  return sentenceIn(language, sayOne(own, saying))
}

/** One value: by the sentence of the language, by the noun for what it is of, or after the label. */
function sayOne(own: readonly Fact[], saying: Saying): string {
  const { language, question } = saying
  const [first] = own
  if (!first) return ''
  const [label, subject] = [labelIn(first, saying), subjectIn(first.subject, saying)]
  const { say = {} } = LANGUAGES[language] ?? {}
  const { attribute, year, entry, number } = first
  const items = own.length === 1 ? listIn(first, language) : undefined
  const of = ownerIn(language, subject)
  const isOfSeveral = new Set(own.map(fact => fact.qualifier)).size > 1
  const { labels = {} } = LANGUAGES[language] ?? {}
  const named = ({ qualifier = '' }: Fact) =>
    isOfSeveral && labels[qualifier] ? `${labels[qualifier]} ` : ''
  const value = items ?? own.map(fact => named(fact) + valueIn(fact, saying)).join('; ')
  if (own.length > 1) {
    const whole = isOfSeveral ? (labels[attribute.label] ?? label) : label
    return fill('value', { subject, label: whole, value }, saying)
  }
  if (entry) {
    // "How long is the border with Peru?" names the item.
    const isAsked = saying.question.mentions.some(({ subjects }) =>
      subjects.some(({ name }) => name === entry.name),
    )
    const degree = question.direction === 'lowest' ? 'least' : 'most'
    const sentence = say[`${attribute.label}: ${isAsked ? 'one' : degree}`]
    const name = itemsIn(language, { ...entry.row, text: entry.name }, one => one) ?? entry.name
    const bare = writeIn(language, datedValue(first)).replace(INNER, ', $1')
    const the = definiteIn(language, name).text
    if (sentence) return fillSlots(sentence, { subject, of, entry: name, the, value: bare })
  }
  const [sentence] = keysOf(first).flatMap(key => say[key] ?? [])
  if (sentence && (year || !sentence.includes('{year}'))) {
    const bare = items ?? valueIn(first, saying, sentence.includes('{year}'))
    return fillSlots(sentence, { subject, of, value: bare, year })
  }
  const noun = nounOf(first, saying)
  if (!noun) return fill('value', { subject, label, value }, saying)
  const isDated = number !== undefined && year !== undefined && DATE.test(datedIn(first))
  const bare = isDated ? valueIn(first, saying, true) : value
  const parts = { noun: noun.text, subject, of, value: bare, year }
  const frame = isDated ? 'was' : /^[-−\d]/.test(bare) ? 'amounts' : 'is'
  return fill(frame, parts, saying, noun.isPlural)
}

/** A list with the names of the language, or a currency; undefined of other values. */
function listIn(fact: Fact, language: string): string | undefined {
  const { attribute, qualifier, text = '', number } = fact
  if (qualifier === 'Currency') return currencyIn(language, text)
  if (attribute.label === 'Capital' && qualifier === 'name')
    return citiesIn(language, text.replace(NOTE, ''))
  const isList = number === undefined && LISTS.has(attribute.label)
  return isList ? itemsIn(language, fact, value => writeIn(language, value)) : undefined
}

/** Keys of a value in the data of a language, the narrowest first. */
function keysOf({ attribute: { label }, qualifier = '' }: Fact): string[] {
  const isPlain = MAIN.has(qualifier)
  return [`${label}: ${qualifier}`, qualifier, ...(isPlain ? [label] : [])].filter(Boolean)
}

/** The noun with its article for what a value is of: "die Geburtenrate". */
function nounOf(fact: Fact, { language }: Saying) {
  const nouns = LANGUAGES[language]?.nouns ?? {}
  const [text] = keysOf(fact).flatMap(key => nouns[key] ?? [])
  if (text === undefined) return undefined
  const [, plural = '', article = '', gap, bare = ''] =
    /^(\+?)(\p{L}+)([ :])(.*)$/u.exec(text) ?? []
  const isPlural = plural !== ''
  const said = gap === ':' ? bare : `${article} ${bare}`
  return { text: said, bare, article: plural + article, isPlural }
}

/** The same of several subjects, and which of them has the most if the years leave no doubt. */
function sayTogether(
  own: readonly Fact[],
  { label, text }: { label: string; text: string },
  saying: Saying,
): string {
  const { language } = saying
  const [first] = own
  const by = BY.exec(text)?.[1]
  const isDated = isOfOneTime(own)
  const isOfEach = own.length === new Set(own.map(({ subject }) => subject.id)).size
  const isSame = own.every(({ year }) => year === first?.year)
  // A sentence about several years has a verdict of its own.
  if (!first || !isOfEach || !isSame) return ''
  const isAlike = own.every(({ number, unit }) => number !== undefined && unit === first.unit)
  const ranked = isAlike ? byNumber(own, 'highest') : []
  const isLowest = saying.question.direction === 'lowest'
  const rows = isLowest && ranked.length > 2 ? ranked.toReversed() : ranked
  const [head, after, ...others] = rows
  const [low = 0, high = 0] = byNumber(rows.slice(0, 2), 'lowest').map(({ number }) => number)
  if (!head || !after || low === high) {
    const values = (ranked.length > 2 ? ranked : own).map(
      fact => `${subjectIn(fact.subject, saying)} ${valueIn(fact, saying, isDated)}`,
    )
    const named = isDated ? fill('inYear', { label, year: first.year }, saying) : label
    const isTied = isDated && own.every(({ number }) => number === first.number)
    const names = own.map(({ subject }) => subjectIn(subject, saying))
    const list = isTied ? listOf(names, language) : values.join('; ')
    const parts = { label: named, list, value: valueIn(first, saying, true) }
    return sentenceIn(language, fill(isTied ? 'same' : 'together', parts, saying))
  }
  const noun = nounOf(head, saying)
  if (others.length > 0 || (!noun && LANGUAGES[language]?.nouns))
    return sayFirst('ranked', rows, { isLowest }, saying)
  const [a, b] = rows.map(({ subject }) => subjectIn(subject, saying))
  const [of, ofOther] = [a, b].map((name = '') => ownerIn(language, name))
  const [x, y] = rows.map(fact => bracketed(fact, isDated, saying))
  const that = LANGUAGES[language]?.pronouns?.[noun?.article ?? ''] ?? ''
  const when = isDated ? fill('when', { year: first.year }, saying) : ''
  const parts = { noun: noun?.text ?? label, of, ofOther, x, y, that, when, label, a, b }
  const gap = by ? fill('by', { gap: writeIn(language, by) }, saying) : ''
  return sentenceIn(language, `${fill('exceeds', parts, saying, noun?.isPlural)}${gap}`)
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
  const written = writeIn(language, isBare ? told.replace(DATE, '') : told)
  return fact.entry ? `${fact.entry.name} ${written}` : written
}

/** The laureates of one field and year. */
function sayPrizes(own: readonly Fact[], saying: Saying): string {
  const [first] = own
  const isOne = own.every(one => one.qualifier === first?.qualifier && one.year === first?.year)
  if (!first || !isOne) return ''
  const names = own.map(({ subject }) => subject.name)
  const list = listOf(names, saying.language)
  const prize = { label: labelIn(first, saying), year: first.year, list }
  return sentenceIn(saying.language, fill('laureates', prize, saying, own.length > 1))
}

/** Those who hold a title, or that the subject of the question does not. */
function sayHolders(
  own: readonly Fact[],
  { label, text }: { label: string; text: string },
  saying: Saying,
): string {
  const { language } = saying
  const holders = [...Map.groupBy(own, one => subjectIn(one.subject, saying))].map(
    ([name, rows]) => {
      const years = rows.map(({ year }) => year).join(fill('comma', {}, saying))
      const value = rows.length > 1 ? `${rows.length}: ${years}` : years
      return { name, item: fill('item', { name, value }, saying) }
    },
  )
  const [asked] = saying.question.mentions.flatMap(({ subjects }) => subjects)
  if (!asked || !NEVER.test(text)) {
    const items = holders.map(({ item }) => item)
    return fill('winners', { title: label, list: listOf(items, language) }, saying)
  }
  const { text: name, isPlural } = definiteIn(language, subjectIn(asked, saying))
  const names = holders.map(one => one.name)
  return fill('never', { name, title: label, list: listOf(names, language) }, saying, isPlural)
}

/** A title or an office: who holds it, when, and how often. */
function sayRecord(own: readonly Fact[], saying: Saying): string {
  const { language, today } = saying
  const [first] = own
  if (!first) return ''
  const [label, subject] = [labelIn(first, saying), subjectIn(first.subject, saying)]
  const { attribute, start, year, end = '', qualifier, text = '' } = first
  const write = (day: string) => writeDate(language, new Date(day))
  if (start !== undefined) {
    const until = own.at(-1)?.end ?? ''
    const office = qualifier === undefined ? label : `${label} (${qualifier})`
    const parts = { name: subject, office, start: write(start), end: write(until) }
    return fill(start <= today && today < until ? 'holds' : 'held', parts, saying)
  }
  const { text: name, isPlural } = definiteIn(language, subject)
  const isLost = attribute.label.endsWith('runner-up')
  if (own.length > 1) {
    const years = own.map(fact => String(fact.year))
    const parts = { name, title: label, count: own.length, years: listOf(years, language) }
    return fill(isLost ? 'lostOften' : 'wonOften', parts, saying, isPlural)
  }
  const { winner, loser, goals, conceded, ...told } = FINAL.exec(text)?.groups ?? {}
  const { penalties, city = '', country = '' } = told
  const shot = { score: isLost ? `${conceded}–${goals}` : `${goals}–${conceded}` }
  const score = fill(penalties ? 'penalties' : 'goals', shot, saying)
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
  const { name = '', label = text, year } = MISSING.exec(text)?.groups ?? {}
  const known = saying.question.mentions
    .flatMap(({ subjects }) => subjects)
    .find(one => one.name === name)
  const { labels = {} } = LANGUAGES[saying.language] ?? {}
  const named = labels[label] ?? labels[capital(label)]
  if (named === undefined) return `“${text}”`
  const when = year?.replace(' to ', '–')
  const what = when ? fill('inYear', { label: named, year: when }, saying) : named
  return known ? `${subjectIn(known, saying)}: ${what}` : what
}

const SEXES = ['male', 'female']

function labelIn({ attribute, qualifier = '' }: Fact, { language }: Saying): string {
  const { labels } = LANGUAGES[language] ?? {}
  // A title has the name of its tournament.
  const label = labels?.[attribute.label] ?? labels?.[attribute.section] ?? attribute.label
  const own = labels?.[`${attribute.label}: ${qualifier}`] ?? labels?.[qualifier]
  return SEXES.includes(qualifier) && own ? `${label} (${own})` : (own ?? label)
}

function subjectIn({ name }: Subject, saying: Saying): string {
  return placeIn(name, saying)
}
