import { metricsIn } from '../question/find-metrics.ts'
import { aimsAt } from '../question/read-aims.ts'
import type { CompanyDirectory } from './company-names.ts'
import { findCompanies, findMentions } from './find-companies.ts'

const TERM = 'ticker(?: symbol)?|stock symbol|sector|industry|headquarters?|hq|founding year'
/** As one of a list. */
const LISTED_BESIDE = new RegExp(
  `(?:[,:&]|\\band)\\s+(?:the\\s+|its\\s+)?(?<last>${TERM})\\b|\\b(?<first>${TERM})\\s*(?:,|&|and\\b)`,
  'gi',
)
/** Another question follows. */
const ANOTHER =
  /[?;!.]\s+\S|\b(?:and|also|,)\s+(?:what|who|whose|where|when|how|why|which|is|are|was|were|does|did|has)\b/i
const BUSINESS =
  /^\W*what (?:does (?<doer>.{2,60}?) (?:do|(?<make>make|sell|produce|manufacture|build))|(?:kind|sort|type) of (?:company|business|firm) is (?<being>.{2,60}?)|(?:line of )?business is (?<within>.{2,60}?) in)(?: exactly| for a living)?\W*$/i

interface Listed {
  readonly directory: CompanyDirectory
}

/** Names companies as the list of the index does, if the text asks for something that the list gives. */
export function inFull(text: string, { directory }: Listed): string {
  if (!aimsAt(text, 'listed')) return text
  const found = findCompanies(text, { directory, kind: 'finance', isOverview: true })
  return findMentions(text, found).reduceRight((full, { company, start, end }) => {
    const owner = /['’]s?$/.exec(text.slice(start, end))?.[0] ?? ''
    return `${full.slice(0, start)}${company.listedAs ?? company.name}${owner}${full.slice(end)}`
  }, text)
}

/**
 * Parts a question for figures of one company from the facts of the index that it asks for beside them: "revenue and
 * headquarters of Costco". Undefined if there are none, or if another question follows.
 */
export function splitListed(text: string, { directory }: Listed) {
  const terms = text
    .matchAll(LISTED_BESIDE)
    .toArray()
    .map(({ groups }) => groups?.['last'] ?? groups?.['first'])
  if (terms.length === 0 || ANOTHER.test(text) || metricsIn(text).length === 0) return undefined
  const found = findCompanies(text, { directory, kind: 'finance', isOverview: true })
  const [mention, ...others] = findMentions(text, found)
  if (!mention || others.length > 0) return undefined
  const listed = terms.map(term => `${term} of ${mention.company.listedAs ?? mention.company.name}`)
  return { figures: text.replace(LISTED_BESIDE, ' '), listed }
}

/**
 * Says in the words of the index what a company does or makes, if the question asks for nothing else: "what does
 * Deere make". Undefined for any other question.
 */
export function askBusiness(text: string, { directory }: Listed): string | undefined {
  const { doer, being, within, make } = BUSINESS.exec(text)?.groups ?? {}
  const name = doer ?? being ?? within
  if (name === undefined) return undefined
  // Beside a word of finance, a name in small letters means the company.
  const found = findCompanies(`${name} revenue`, { directory, kind: 'finance', isOverview: true })
  const [mention] = findMentions(name, found)
  if (!mention || mention.start > 0 || mention.end < name.length) return undefined
  return `${make ? 'products and services' : 'industry'} of ${mention.company.listedAs ?? mention.company.name}`
}
