import { lexiconOf } from '../facts/answer-question.ts'
import { findPhrases } from '../facts/find-named.ts'
import { glossQuestion } from '../facts/languages.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import type { Facts } from '../facts/open-facts.ts'
import { sayName } from '../finance/companies/company-names.ts'
import { findCompanies, findMentions } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import type { Reader } from '../reader/reader.ts'
import { words } from '../text/words.ts'
import { findPlaces, type Named } from './find-places.ts'
import { maskNames, restateForCompanies, restateForCountries } from './restate.ts'

/** A question in plain words that the collections know. */
export interface Restated {
  /** Empty if the model finds no field that the question asks for. */
  readonly clauses: readonly string[]
  /** What the question names, or the question before it. */
  readonly names: readonly string[]
  /** Set if the question is in a language other than English. */
  readonly language?: string
}

interface Sources {
  readonly reader: Reader
  readonly facts: Facts
}

const OF_COUNTRIES = /\b(?:countr(?:y|ies)|nations?)\b/i
const NOTHING: Restated = { clauses: [], names: [] }

/** Restates a question about countries; `before` are the names of the question before it. */
export async function restateAboutCountries(
  text: string,
  { reader, facts, before, signal }: Sources & Asked & { readonly before: readonly string[] },
): Promise<Restated> {
  const lexicon = lexiconOf(facts)
  const places = findPlaces(text, { facts, lexicon })
  const own = [...new Set(places.map(({ name }) => name))]
  const names = own.length > 0 ? own : before
  const gloss = glossQuestion(text, facts)
  const english = gloss?.text ?? text
  const group = groupIn(english, lexicon)
  if (names.length === 0 && group === undefined && !OF_COUNTRIES.test(english)) return NOTHING
  const understanding = await reader.understand(maskNames(text, places), signal && { signal })
  // "The African countries" need no other name.
  const isOfGroup = own.length === 0 && (group !== undefined || OF_COUNTRIES.test(english))
  const asked = { ...understanding, text: english, names: isOfGroup ? [] : names }
  return {
    clauses: restateForCountries(asked, group),
    names,
    ...(gloss && { language: gloss.language }),
  }
}

interface Asked {
  readonly signal?: AbortSignal | undefined
}

/** Restates a question about companies. */
export async function restateAboutCompanies(
  text: string,
  { reader, facts, companies, signal }: Sources & Asked & { readonly companies: CompanyStore },
): Promise<Restated> {
  const gloss = glossQuestion(text, facts)
  const english = gloss?.text ?? text
  const { directory } = companies
  const found = findCompanies(english, { directory, kind: 'finance', isOverview: true })
  const mentions = findMentions(text, found).map(({ company, start, end }): Named => {
    return { start, end, name: sayName(company) }
  })
  const names = found.map(sayName)
  if (names.length === 0) return NOTHING
  const understanding = await reader.understand(maskNames(text, mentions), signal && { signal })
  return {
    clauses: restateForCompanies({ ...understanding, text: english, names }),
    names,
    ...(gloss && { language: gloss.language }),
  }
}

/** The region or organization that a question is about, as it names it. */
function groupIn(text: string, lexicon: Lexicon): string | undefined {
  return findPhrases(text, words(text), lexicon)
    .filter(({ senses }) => senses.some(({ type }) => type === 'group' || type === 'member'))
    .toSorted((one, other) => other.text.length - one.text.length)
    .map(({ senses }) => {
      const sense = senses.find(({ type }) => type === 'group' || type === 'member')
      if (sense?.type === 'group') return sense.group
      return sense?.type === 'member' ? sense.said : undefined
    })[0]
}
