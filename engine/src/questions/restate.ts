import type { Facts } from '../facts/open-facts.ts'
import type { Reader, Understanding } from '../reader/reader.ts'
import { joinAnd } from '../text/say.ts'
import type { Named } from './find-places.ts'

/** A question in plain words that the collections know. */
export interface Restated {
  /** Empty if the model finds no field that the question asks for. */
  readonly clauses: readonly string[]
  /** Labels of the attributes that the model is sure the question asks for. */
  readonly labels?: readonly string[]
  /** Listed items for which the model finds no field. */
  readonly open?: readonly string[]
  /** The subjects that the question names, or else those of the question before it. */
  readonly names: readonly string[]
  /** Set if the question is in a language other than English. */
  readonly language?: string
  /** Names that are no subjects of the collections. An answer without them is about something else. */
  readonly strangers?: readonly string[]
}

export interface RestateOptions {
  readonly reader: Reader
  readonly facts: Facts
  readonly signal?: AbortSignal | undefined
}

export const NOT_RESTATED: Restated = { clauses: [], names: [] }

/** A question as the model understood it. */
export interface Understood extends Understanding {
  /** The question in English, as far as its words are known. */
  readonly text: string
  /** The subjects that it names, each once. */
  readonly names: readonly string[]
}

/** In characters. A longer text is no single question, and each of its words would be looked up. */
export const LONGEST_QUESTION = 2_000

const PLACEHOLDERS = ['X', 'Y', 'Z', 'W']
const YEAR = /(?<![\d.,$€£])(?:1[89]|20)\d\d(?![\d,.]*\d|\s*(?:million|billion|trillion|%))/g
const SINCE = /\b(?:since|from|after|starting in)\s+(?:the year\s+)?(?:fiscal\s+)?\d{4}\b/i
const LAST =
  /\b(?:last|past|letzten|últimos|dernières|ultimi|laatste)\s+(?:(?:fiscal|full)\s+)?(?:(?<count>\w+)\s+(?:fiscal\s+|full\s+)?(?:(?<years>years|yrs|Jahren?|años|anos|années|anni|jaar)|quarters)|decade)\b/i

/** Writes placeholders for the names, as the model was trained. */
export function maskNames(text: string, names: readonly Named[]): string {
  return names.toReversed().reduce((masked, { start, end, name }) => {
    const order = [...new Set(names.map(one => one.name))].indexOf(name)
    const mark = PLACEHOLDERS[order % PLACEHOLDERS.length] ?? ''
    const owner = /['’]s?$/.exec(text.slice(start, end))?.[0] ?? ''
    return `${masked.slice(0, start)}${mark}${owner}${masked.slice(end)}`
  }, text)
}

export function listOf(phrases: readonly string[]): string {
  return joinAnd(phrases.map(phrase => `the ${phrase}`))
}

/** The times of a question: " in 2020", " since 1990". */
export function timesIn(text: string, operations: readonly string[]): string {
  const years = [...new Set([...text.matchAll(YEAR)].map(([year]) => Number(year)))]
  const [only, ...others] = years
  const isOver = operations.includes('change') || operations.includes('each')
  const calendar = operations.includes('calendar') ? 'calendar ' : ''
  if (only === undefined) {
    const last = LAST.exec(text)
    const { count, years: unit } = last?.groups ?? {}
    if (last) return unit ? ` over the last ${count} years` : ` over the ${last[0]}`
    if (operations.includes('quarter')) return ' in the latest quarter'
    return ''
  }
  if (others.length === 1 && operations.includes('share')) return ` in ${only} and in ${others[0]}`
  if (others.length > 0) return ` from ${Math.min(...years)} to ${Math.max(...years)}`
  if (SINCE.test(text) || isOver) return ` since ${only}`
  return ` in ${calendar}${only}`
}
