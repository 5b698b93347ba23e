import { glossQuestion } from '../facts/languages.ts'
import { sayName } from '../finance/companies/company-names.ts'
import { findCompanies, findMentions } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { METRICS } from '../finance/metrics.ts'
import { namedIn } from '../finance/question/find-metrics.ts'
import { aimsAt, withoutNegated } from '../finance/question/read-aims.ts'
import { joinAnd } from '../text/say.ts'
import type { Named } from './find-places.ts'
import {
  listOf,
  maskNames,
  NOT_RESTATED,
  type Restated,
  type RestateOptions,
  timesIn,
  type Understood,
} from './restate.ts'

/** The year before, in the languages of the dictionaries. */
const YEAR_BEFORE =
  /\b(?:previous|prior|preceding) (?:fiscal )?year\b|\b(?:a|the) year (?:ago|earlier|before)\b|year-ago|Vorjahr|année précédente|(?:año|ano) anterior|anno precedente|(?:voorgaande|vorig) jaar|前年|上年|上一年|前一年|去年同期|العام السابق/i
/** A year for itself in Chinese and Japanese, where the model hears a span. */
const ONE_YEAR = /20\d\d\s*(?:财年|財年|年度|会计年度|年)(?!以来|以來|以降|から|起|至|到)/
const CHANGES = /[增减減变變升降跌]|成長|成长|推移|伸び/
const LISTED_BEFORE = /(?:[,:]|\band)\s+$/i
const LISTED_BEHIND = /^\s*(?:[,.?]|$|(?:and|since|from|for|in|over)\b)/i
const REDUCES = /\b(?:reduc|cut|lower|shr[aiu]nk)/i

/** Restates a question about companies. */
export async function restateAboutCompanies(
  input: string,
  { reader, facts, companies, signal }: RestateOptions & { readonly companies: CompanyStore },
): Promise<Restated> {
  const text = withoutNegated(input)
  const gloss = glossQuestion(text, facts)
  // A team loses a final, a company money.
  const english = gloss?.text.replace(/\blost\b/, 'net income') ?? text
  const { directory } = companies
  const find = (words: string) =>
    findCompanies(words, { directory, kind: 'finance', isOverview: true })
  const own = find(text)
  const found = own.length > 0 ? own : find(english)
  if (found.length === 0) return NOT_RESTATED
  const mask = (words: string) =>
    maskNames(
      words,
      findMentions(words, found).map(({ company, start, end }): Named => {
        return { start, end, name: sayName(company) }
      }),
    )
  const names = found.map(sayName)
  const understand = async (words: string) =>
    await reader.understand(mask(words), { about: 'companies', signal })
  const first = await understand(text)
  // A name in another script is not masked, and misleads the model.
  const isOpen = gloss && (first.fields.length === 0 || own.length === 0)
  const again = isOpen ? await understand(english) : first
  const understanding = again.fields.length > 0 ? again : first
  const named = namedIn(english, findMentions(english, found))
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start, end }) => gloss || isTelling(english, start, end))
    .flatMap(({ metrics: [metric, ...others] }) =>
      metric && others.length === 0 ? [metric.name] : [],
    )
  const isNamed = gloss ? understanding.fields.length === 0 : understanding.fields.length > 1
  const heard = [...first.operations, ...understanding.operations]
  const isOneYear = ONE_YEAR.test(text) && !CHANGES.test(text)
  const operations = isOneYear ? heard.filter(one => one !== 'each' && one !== 'change') : heard
  const phrases = understanding.fields
    .filter(({ kind }) => kind === 'company')
    .map(({ phrase }) => phrase)
    .filter(phrase => named.includes(phrase) || !named.some(one => isGuessAt(one, phrase)))
  // The model knows no order; those that it reads between the lines come last.
  const placeOf = (phrase: string) => (named.includes(phrase) ? named.indexOf(phrase) : Infinity)
  const fields = [...new Set([...phrases, ...(isNamed ? named : [])])].toSorted(
    (one, other) => placeOf(one) - placeOf(other) || 0,
  )
  return {
    clauses: restateForCompanies({
      ...{ text: english, names, operations, phrases: fields },
      isAgainstPrevious: YEAR_BEFORE.test(text),
    }),
    names,
    ...(gloss && { language: gloss.language }),
  }
}

/** A part of a quotient, or another one of its parts, is what the model takes a name for that it does not know. */
function isGuessAt(name: string, phrase: string): boolean {
  const [own, other] = [name, phrase].map(one => METRICS.find(metric => metric.name === one))
  const [part, sign, whole] = own?.formulas[0]?.of ?? []
  const guessed = other?.formulas[0]?.of
  if (!part || !whole || !other) return false
  return (sign === '÷' && other.id === part) || (guessed?.[0] === whole && guessed[2] === part)
}

/** "Sales" and "cash" may be said in passing, but not as one of a list. */
function isTelling(text: string, start: number, end: number): boolean {
  if (/\S[\s-]\S/.test(text.slice(start, end))) return true
  return LISTED_BEFORE.test(text.slice(0, start)) && LISTED_BEHIND.test(text.slice(end))
}

interface Asked extends Pick<Understood, 'text' | 'names' | 'operations'> {
  readonly phrases: readonly string[]
  /** True if a year is compared with the one before it. */
  readonly isAgainstPrevious: boolean
}

/** Says in plain words what a question about companies asks for; empty if nothing can be said. */
function restateForCompanies(asked: Asked): string[] {
  const { text, names, phrases, operations, isAgainstPrevious } = asked
  const [first, second] = phrases
  if (first === undefined || names.length === 0) return []
  const has = (operation: string) => operations.includes(operation)
  const times = has('ttm')
    ? ' over the trailing twelve months'
    : timesIn(
        text,
        operations.filter(one => !isAgainstPrevious || (one !== 'change' && one !== 'each')),
      )
  const isSpan = / (?:from|since|over) /.test(times)
  const who = joinAnd(names)
  const of = ` of ${who}`
  if (has('share') && second !== undefined && phrases.length === 2) {
    const [part, whole] = first === 'revenue' ? [second, first] : [first, second]
    return [`What was the ${part} as a share of the ${whole}${of}${times}?`]
  }
  const towards = operations.find(one => one === 'highest' || one === 'lowest')
  if (towards && names.length > 1 && !isSpan && !has('growth'))
    return phrases.map(phrase => `Which of ${who} had the ${towards} ${phrase}${times}?`)
  if (has('growth') && isSpan && phrases.length === 1)
    return [`What was the compound annual growth rate of the ${first}${of}${times}?`]
  if (has('change') && has('whether') && phrases.length === 1 && names.length === 1) {
    const verb = aimsAt(text, 'fall') || REDUCES.test(text) ? 'fall' : 'rise'
    return [`Did the ${first}${of} ${verb}${times}?`]
  }
  const isLast = times.startsWith(' over the ') && !has('ttm') && phrases.length === 1
  if ((has('change') || has('growth') || isAgainstPrevious) && (!isSpan || isLast))
    return phrases.map(phrase => `How did the ${phrase}${of} change${times}?`)
  return [`What ${phrases.length > 1 ? 'were' : 'was'} ${listOf(phrases)}${of}${times}?`]
}
