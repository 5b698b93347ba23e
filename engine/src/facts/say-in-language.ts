import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import type { Fact, Subject } from './fact.ts'
import type { Mention } from './find-named.ts'
import { type Frame, LANGUAGES } from './languages.ts'
import type { FactQuestion } from './read-question.ts'
import { datedValue, sayAmount } from './say-facts.ts'

const MOST_LISTED = 60
const MISSING = /^(?<name>.*?): (?<label>.*?)(?: in (?<year>[\d to]+))?$/

interface Saying {
  readonly language: string
  readonly question: FactQuestion
  readonly mentions: readonly Mention[]
}

/** Says an answer in another language. Figures and values stay as the sources write them. */
export function sayInLanguage(answer: FactAnswer, saying: Saying): FactAnswer {
  const { statements, details, table, missing, ...rest } = answer
  const say = (one: FactStatement, at: number) => ({
    ...one,
    // The quotes are in English, so figures alone can be compared with them.
    computed: [...(one.computed ?? []), ...one.facts.flatMap(({ number }) => number ?? [])],
    language: saying.language,
    text: at === 0 && answer.list ? sayRanks(one, answer.list, saying) : sayFigures(one, saying),
  })
  return {
    ...rest,
    statements: statements.map(say),
    details: details.map(one => say(one, 1)),
    ...(table && { table: tableIn(table, saying) }),
    missing: missing.map(one => sayMissing(one, saying)),
    language: saying.language,
  }
}

function fill(
  frame: Frame,
  parts: Readonly<Record<string, string | number>>,
  { language }: Saying,
) {
  const template = LANGUAGES[language]?.frames[frame] ?? ''
  return template.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ''))
}

function sayRanks(
  { facts: cited, computed = [] }: FactStatement,
  { facts, isRanked }: NonNullable<FactAnswer['list']>,
  saying: Saying,
): string {
  const own = facts.length > 0 ? facts : cited
  const listed = own
    .slice(0, MOST_LISTED)
    .map(fact => [nameIn(fact.subject, saying), isRanked ? datedValue(fact) : ''].join(' ').trim())
  const more = own.length - listed.length
  const list = [...listed, ...(more > 0 ? [fill('more', { count: more }, saying)] : [])].join(', ')
  const isFirst = isRanked && saying.question.thresholds.length === 0
  const label = own[0] ? labelIn(own[0], saying) : ''
  const count = isFirst ? (computed[0] ?? own.length) : own.length
  return `${fill(isFirst ? 'first' : 'count', { label, count, list }, saying)}.`
}

function sayFigures({ text, facts, computed = [] }: FactStatement, saying: Saying): string {
  const [first] = facts
  if (!first) return text
  const own = facts.filter(({ attribute }) => attribute.id === first.attribute.id)
  const subjects = new Set(own.map(({ subject }) => subject.id))
  const label = labelIn(first, saying)
  const verdict = /^Yes\b/.test(text) ? 'yes' : /^No\b/.test(text) ? 'no' : undefined
  const opening = verdict ? `${fill(verdict, {}, saying)}. ` : ''
  const { operations } = saying.question
  const frame = operations.has('average') ? 'average' : 'sum'
  const isTotal = subjects.size > 2 && computed.length > 0 && operations.has(frame)
  if (isTotal || (subjects.size > 2 && /^The sum of/.test(text))) {
    const value = sayAmount(computed[0] ?? 0, first).amount
    return `${fill(frame, { label, value, count: subjects.size }, saying)}.`
  }
  if (subjects.size > 1) {
    const values = own.map(fact => `${nameIn(fact.subject, saying)} ${datedValue(fact)}`)
    return `${opening}${fill('together', { label, list: values.join('; ') }, saying)}.`
  }
  const last = own.at(-1)
  const subject = nameIn(first.subject, saying)
  if (first.start !== undefined || (first.year !== undefined && first.end !== undefined))
    return `${opening}${sayRecord(own, { label, subject }, saying)}.`
  if (last && first.number && last.number !== undefined && first.year !== last.year) {
    const change = `${last.number < first.number ? '−' : '+'}${computed[0]}%`
    const parts = { subject, label, from: datedValue(first), to: datedValue(last), change }
    return `${fill('change', parts, saying)}.`
  }
  const value = own.map(datedValue).join('; ')
  const sentence = LANGUAGES[saying.language]?.say[first.attribute.label]
  if (sentence && own.length === 1 && (first.year || !sentence.includes('{year}'))) {
    const bare = value.replace(/\s*\(\d{4}(?: est\.)?\)$/, '')
    const parts: Record<string, string | number | undefined> = {
      subject,
      value: bare,
      year: first.year,
    }
    const said = sentence.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ''))
    return `${opening}${said}${/^(?:zh|ja)$/.test(saying.language) ? '。' : '.'}`
  }
  return `${opening}${fill('value', { subject, label, value }, saying)}.`
}

/** A title, a prize or an office: who holds it, when, and how often. */
function sayRecord(
  own: readonly Fact[],
  { label, subject }: { label: string; subject: string },
  saying: Saying,
): string {
  const [first] = own
  const end = own.at(-1)?.end
  const times = own.map(({ qualifier, year }) => [qualifier, year].filter(Boolean).join(' '))
  const when = first?.start === undefined ? times.join(', ') : `${first.start} – ${end}`
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
  return { columns: columns.map(say), rows: rows.map(row => ({ ...row, label: say(row.label) })) }
}

function labelIn({ attribute, qualifier = '' }: Fact, { language }: Saying): string {
  const { labels } = LANGUAGES[language] ?? {}
  return labels?.[qualifier] ?? labels?.[attribute.label] ?? attribute.label
}

/** The name as the question writes it, or else as the language does. */
function nameIn(subject: Subject, { language, mentions }: Saying): string {
  const asked = mentions.find(({ subjects }) => subjects.some(({ id }) => id === subject.id))
  if (asked) return asked.text
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
