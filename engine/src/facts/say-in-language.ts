import { fillSlots } from '../text/say.ts'
import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import type { Mention } from './find-named.ts'
import { type Frame, LANGUAGES } from './languages.ts'
import type { FactQuestion } from './read-question.ts'
import { CLEAR, datedValue, MAIN, sayAmount } from './say-facts.ts'
import { byNumber } from './select-facts.ts'
import { fillFrame, ownerIn, sentenceIn, writeDate, writeIn } from './write-in-language.ts'

const MOST_LISTED = 60
const MISSING = /^(?<name>.*?): (?<label>.*?)(?: in (?<year>[\d to]+))?$/
/** Names of countries have an article, which Unicode's data lack. */
const ARTICLED = new Set(['fr', 'pt', 'it'])
const DATE = /\s*\(\d{4}(?: est\.)?\)$/

interface Saying {
  readonly language: string
  /** The question in its own language. */
  readonly asked: string
  readonly question: FactQuestion
  readonly mentions: readonly Mention[]
}

/** Says an answer in another language. Names stay as the sources write them. */
export function sayInLanguage(answer: FactAnswer, saying: Saying): FactAnswer {
  const { statements, details, table, missing, ...rest } = answer
  const say = (one: FactStatement, at: number) =>
    own(
      one,
      at === 0 && answer.list ? sayRanks(one, answer.list, saying) : sayFigures(one, saying),
      saying,
    )
  return {
    ...rest,
    statements: statements.map(say),
    details: details.map(one => say(one, 1)),
    ...(table && { table: tableIn(table, saying) }),
    missing: missing.map(one => sayMissing(one, saying)),
    language: saying.language,
  }
}

/** The quotes are in English, so figures alone can be compared with them. */
function own(one: FactStatement, text: string, { language }: Saying): FactStatement {
  const computed = [...(one.computed ?? []), ...one.facts.flatMap(({ number }) => number ?? [])]
  return { ...one, computed, language, text }
}

function fill(frame: Frame, parts: Parameters<typeof fillSlots>[1], { language }: Saying): string {
  return fillFrame(language, frame, parts)
}

function sayRanks(
  { facts: cited, computed = [] }: FactStatement,
  { facts, among = [], isRanked }: NonNullable<FactAnswer['list']>,
  saying: Saying,
): string {
  const ranked = facts.length > 0 ? facts : cited
  const isFirst = isRanked && saying.question.thresholds.length === 0
  const listed = ranked.slice(0, MOST_LISTED).map(fact => {
    const name = nameIn(fact.subject, saying)
    return isRanked ? fill('item', { name, value: valueIn(fact, saying) }, saying) : name
  })
  const more = ranked.length - listed.length
  const list = [...listed, ...(more > 0 ? [fill('more', { count: more }, saying)] : [])].join(', ')
  const label = ranked[0] ? labelIn(ranked[0], saying) : ''
  const count = isFirst ? (computed[0] ?? ranked.length) : ranked.length
  const all = among.length > 0 ? among : ranked
  const isLowest = (all[0]?.number ?? 0) < (all.at(-1)?.number ?? 0)
  const places = isLowest
    ? (['lowest', 'lowestOnes'] as const)
    : (['highest', 'highestOnes'] as const)
  const frame = isFirst ? places[ranked.length === 1 ? 0 : 1] : 'count'
  return sentenceIn(saying.language, fill(frame, { label, count, list }, saying))
}

function sayFigures({ text, facts, computed = [] }: FactStatement, saying: Saying): string {
  const [first] = facts
  if (!first) return text
  const { language, asked, question } = saying
  const own = facts.filter(({ attribute }) => attribute.id === first.attribute.id)
  const subjects = new Set(own.map(({ subject }) => subject.id))
  const label = labelIn(first, saying)
  const verdict = /^Yes\b/.test(text) ? 'yes' : /^No\b/.test(text) ? 'no' : undefined
  const opening = verdict ? `${sentenceIn(language, fill(verdict, {}, saying))} ` : ''
  const frame = question.operations.has('average') ? 'average' : 'sum'
  const isTotal = subjects.size > 2 && computed.length > 0 && question.operations.has(frame)
  if (isTotal || (subjects.size > 2 && /^The sum of/.test(text))) {
    const value = writeIn(language, sayAmount(computed[0] ?? 0, first).amount)
    return sentenceIn(language, fill(frame, { label, value, count: subjects.size }, saying))
  }
  if (subjects.size > 1) return `${opening}${sayTogether(own, label, saying)}`
  const last = own.at(-1)
  const subject = nameIn(first.subject, saying)
  if (first.start !== undefined || (first.year !== undefined && first.end !== undefined))
    return `${opening}${sentenceIn(language, sayRecord(own, { label, subject }, saying))}`
  if (last && first.number && last.number !== undefined && first.year !== last.year) {
    const change = `${last.number < first.number ? '−' : '+'}${computed[0]}%`
    const [from, to] = [valueIn(first, saying), valueIn(last, saying)]
    const parts = { subject, label, from, to, change: writeIn(language, change) }
    return sentenceIn(language, fill('change', parts, saying))
  }
  const { say } = LANGUAGES[language] ?? {}
  const { qualifier = '' } = first
  const sentence =
    say?.[qualifier] ?? (MAIN.has(qualifier) ? say?.[first.attribute.label] : undefined)
  // The article of a name is that of the question.
  const isSayable = !ARTICLED.has(language) || asked.includes(subject)
  if (sentence && isSayable && own.length === 1 && (first.year || !sentence.includes('{year}'))) {
    const value = valueIn(first, saying, sentence.includes('{year}'))
    const of = ownerIn(language, subject, asked)
    return (
      opening + sentenceIn(language, fillSlots(sentence, { subject, of, value, year: first.year }))
    )
  }
  const value = own.map(fact => valueIn(fact, saying)).join('; ')
  return opening + sentenceIn(language, fill('value', { subject, label, value }, saying))
}

/** The same of several subjects, and which of them has the most if the years leave no doubt. */
function sayTogether(own: readonly Fact[], label: string, saying: Saying): string {
  const { language } = saying
  const [first] = own
  const isOfOneTime = own.every(({ year }) => year !== undefined && year === first?.year)
  const isDated = isOfOneTime && own.every(fact => DATE.test(datedValue(fact)))
  const values = own.map(
    fact => `${nameIn(fact.subject, saying)} ${valueIn(fact, saying, isDated)}`,
  )
  const named = isDated ? fill('inYear', { label, year: first?.year }, saying) : label
  const listed = sentenceIn(
    language,
    fill('together', { label: named, list: values.join('; ') }, saying),
  )
  const isAlike = own.every(({ number, unit }) => number !== undefined && unit === first?.unit)
  const [most, next] = isAlike ? byNumber(own, 'highest') : []
  const [a = 0, b = 0] = [most?.number, next?.number]
  if (!most || (isOfOneTime ? a === b : a < CLEAR * b)) return listed
  const name = nameIn(most.subject, saying)
  return `${listed} ${sentenceIn(language, fill('ahead', { name }, saying))}`
}

/** The value as the language writes it, with its year unless the sentence has that. */
function valueIn(fact: Fact, { language }: Saying, isBare = false): string {
  const { text, number, unit, year } = fact
  const isLong = text === undefined && number !== undefined && unit === 'USD'
  const value = isLong ? `${sayAmount(number, fact).amount} (${year})` : datedValue(fact)
  const counted = unit === 'people' ? value.replace(' people', '') : value
  const written = writeIn(language, isBare ? counted.replace(DATE, '') : counted)
  return fact.entry ? `${fact.entry.name} ${written}` : written
}

/** A title, a prize or an office: who holds it, when, and how often. */
function sayRecord(
  own: readonly Fact[],
  { label, subject }: { label: string; subject: string },
  saying: Saying,
): string {
  const [first] = own
  const end = own.at(-1)?.end
  // The Euro 2020 was in 2021.
  const isLate = ({ year, end: on = '' }: Fact) => on !== '' && !on.startsWith(String(year))
  const times = own.map(fact => {
    const on = isLate(fact) ? writeDate(saying.language, new Date(fact.end ?? '')) : ''
    return [[fact.qualifier, fact.year].filter(Boolean).join(' '), on].filter(Boolean).join(', ')
  })
  const when =
    first?.start === undefined
      ? times.join(', ')
      : [first.start, end ?? ''].map(day => writeDate(saying.language, new Date(day))).join(' – ')
  const often = own.length > 1 && first?.start === undefined ? ` ${own.length}×` : ''
  return fill('together', { label, list: `${subject}${often} (${when})` }, saying)
}

function sayMissing(text: string, saying: Saying): string {
  const { name = '', label = '', year } = MISSING.exec(text)?.groups ?? {}
  const known = saying.mentions.flatMap(({ subjects }) => subjects).find(one => one.name === name)
  if (!known) return text
  const named = LANGUAGES[saying.language]?.labels[label] ?? label
  const what = year === undefined ? named : fill('inYear', { label: named, year }, saying)
  return `${nameIn(known, saying)}: ${what}`
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
    return subject ? nameIn(subject, saying) : (labels[text] ?? text)
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
  const label = labels?.[attribute.label] ?? attribute.label
  const own = labels?.[qualifier]
  return SEXES.includes(qualifier) && own ? `${label} (${own})` : (own ?? label)
}

/** The name as the question writes it, or else as the language does. */
function nameIn(subject: Subject, { language, asked, mentions }: Saying): string {
  const named = mentions.find(({ subjects }) => subjects.some(({ id }) => id === subject.id))
  if (named && asked.includes(named.text)) return named.text
  const code = REGIONS.get(subject.name)
  return (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) ?? subject.name
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** ISO codes by the English names of Unicode's data. */
const REGIONS = new Map(
  LETTERS.flatMap(first => LETTERS.map(second => first + second)).flatMap(
    (code): [string, string][] => {
      const name = ENGLISH.of(code)
      return name === undefined ? [] : [[name, code]]
    },
  ),
)
