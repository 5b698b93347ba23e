import type { Understanding } from '../reader/reader.ts'
import { spelledNumbers } from '../text/lex/spelled-numbers.ts'
import { joinAnd } from '../text/say.ts'
import type { Named } from './find-places.ts'

/** A question as the model understood it. */
export interface Understood extends Understanding {
  /** The question in English, as far as its words are known. */
  readonly text: string
  /** The subjects that it names, each once. */
  readonly names: readonly string[]
}

const PLACEHOLDERS = ['X', 'Y', 'Z', 'W']
const YEAR = /(?<![\d.,$€£])(?:1[89]|20)\d\d(?![\d,.]*\d|\s*(?:million|billion|trillion|%))/g
const SINCE = /\b(?:since|from|after|starting in)\s+(?:the year\s+)?(?:fiscal\s+)?\d{4}\b/i
const LAST = /\b(?:last|past)\s+(?:\w+)\s+(?:years|quarters)\b/i
const MOST_RANKED = 50

/** Writes placeholders for the names, as the model was trained. */
export function maskNames(text: string, names: readonly Named[]): string {
  const marks = new Map<string, string>()
  return names.toReversed().reduce((masked, { start, end, name }) => {
    const order = [...new Set(names.map(one => one.name))].indexOf(name)
    const mark = PLACEHOLDERS[order % PLACEHOLDERS.length] ?? ''
    marks.set(name, mark)
    const owner = /['’]s?$/.exec(text.slice(start, end))?.[0] ?? ''
    return `${masked.slice(0, start)}${mark}${owner}${masked.slice(end)}`
  }, text)
}

/** Says in plain words what a question about countries asks for; empty if nothing can be said. */
export function restateForCountries(
  { text, names, fields, operations }: Understood,
  group: string | undefined,
): string[] {
  const phrases = fields.filter(({ kind }) => kind === 'country').map(({ phrase }) => phrase)
  const people = fields.filter(({ kind }) => kind === 'any').map(({ phrase }) => phrase)
  const [first] = phrases
  if (first === undefined) return []
  const times = timesIn(text, operations)
  const towards = operations.find(one => one === 'highest' || one === 'lowest')
  const within = group === undefined ? '' : ` in ${group}`
  if (names.length === 0) {
    if (!towards) return []
    const count = countIn(text)
    const which = count === undefined ? 'country' : `${count} countries`
    return [
      `Which ${which}${within} ${count === undefined ? 'has' : 'have'} the ${towards} ${first}${times}?`,
    ]
  }
  const of = ` of ${joinAnd(names)}`
  const ranked =
    towards && names.length > 1
      ? [`Which of ${joinAnd(names)} has the ${towards} ${first}${times}?`]
      : []
  const others = ranked.length > 0 ? phrases.slice(1) : phrases
  if (others.length === 0) return ranked
  const groups = people.length > 0 ? people.map(one => ` of ${one}`) : ['']
  return [
    ...ranked,
    ...groups.map(
      whose => `What ${others.length > 1 ? 'are' : 'is'} ${listOf(others)}${whose}${of}${times}?`,
    ),
  ]
}

/** Says in plain words what a question about companies asks for; empty if nothing can be said. */
export function restateForCompanies({ text, names, fields, operations }: Understood): string[] {
  const phrases = fields.filter(({ kind }) => kind === 'company').map(({ phrase }) => phrase)
  const [first, second] = phrases
  if (first === undefined || names.length === 0) return []
  const has = (operation: string) => operations.includes(operation)
  const times = has('ttm') ? ' over the trailing twelve months' : timesIn(text, operations)
  const of = ` of ${joinAnd(names)}`
  if (has('share') && second !== undefined && phrases.length === 2)
    return [`What was the ${first} as a share of the ${second}${of}${times}?`]
  if ((has('change') || has('growth')) && !/ (?:from|since|over) /.test(times))
    return phrases.map(phrase => `How did the ${phrase}${of} change${times}?`)
  if (has('growth') && phrases.length === 1)
    return [`What was the compound annual growth rate of the ${first}${of}${times}?`]
  return [`What ${phrases.length > 1 ? 'were' : 'was'} ${listOf(phrases)}${of}${times}?`]
}

function listOf(phrases: readonly string[]): string {
  return joinAnd(phrases.map(phrase => `the ${phrase}`))
}

function timesIn(text: string, operations: readonly string[]): string {
  const years = [...new Set([...text.matchAll(YEAR)].map(([year]) => Number(year)))]
  const [only, ...others] = years
  const isOver = operations.includes('change') || operations.includes('each')
  const calendar = operations.includes('calendar') ? 'calendar ' : ''
  if (only === undefined) {
    const last = LAST.exec(text)?.[0]
    if (last) return ` over the ${last}`
    if (operations.includes('quarter')) return ' in the latest quarter'
    return ''
  }
  if (others.length > 0) return ` from ${Math.min(...years)} to ${Math.max(...years)}`
  if (SINCE.test(text) || isOver) return ` since ${only}`
  return ` in ${calendar}${only}`
}

/** How many are asked for: "the five largest", "top 10". */
function countIn(text: string): number | undefined {
  const digits = [
    ...text.matchAll(
      /(?<![\d.,$€£])\d{1,2}(?![\d.,]*\d|\s*(?:%|percent|million|billion|trillion|years|km))/g,
    ),
  ]
  const spelled = spelledNumbers(text, 'en').filter(({ kind }) => kind === 'number')
  const counts = [...digits.map(([number]) => Number(number)), ...spelled.map(({ value }) => value)]
  return counts.find(count => count > 1 && count <= MOST_RANKED)
}
