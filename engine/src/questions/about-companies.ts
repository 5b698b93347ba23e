import { glossQuestion } from '../facts/languages.ts'
import { sayName } from '../finance/companies/company-names.ts'
import { findCompanies, findMentions } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
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

/** Restates a question about companies. */
export async function restateAboutCompanies(
  text: string,
  { reader, facts, companies, signal }: RestateOptions & { readonly companies: CompanyStore },
): Promise<Restated> {
  const gloss = glossQuestion(text, facts)
  const english = gloss?.text ?? text
  const { directory } = companies
  const found = findCompanies(english, { directory, kind: 'finance', isOverview: true })
  const mentions = findMentions(text, found).map(({ company, start, end }): Named => {
    return { start, end, name: sayName(company) }
  })
  const names = found.map(sayName)
  if (names.length === 0) return NOT_RESTATED
  const understanding = await reader.understand(maskNames(text, mentions), signal && { signal })
  return {
    clauses: restateForCompanies({ ...understanding, text: english, names }),
    names,
    ...(gloss && { language: gloss.language }),
  }
}

/** Says in plain words what a question about companies asks for; empty if nothing can be said. */
function restateForCompanies({ text, names, fields, operations }: Understood): string[] {
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
