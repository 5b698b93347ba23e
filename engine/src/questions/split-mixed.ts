import type { FactAnswer } from '../facts/answer.ts'
import { isPlace } from '../facts/filters.ts'
import type { Answered } from '../facts/find-named.ts'
import { findCompanies } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { toNumber } from '../finance/decimal.ts'
import { createFactBook } from '../finance/fact-book.ts'
import { lookUp } from '../finance/look-up.ts'
import { namedIn } from '../finance/question/find-metrics.ts'
import { readQueries } from '../finance/question/read-query.ts'

/** In characters. A longer text is no comparison of two. */
const LONGEST = 2_000

interface Mixed {
  /** A question for a figure of the company. */
  readonly figure: string
  readonly place: string
  readonly answer: FactAnswer
}

const COMPARED =
  /^(?:is|are|was|compare|how does)?\s*(?:the\s+)?(?<one>.+?)\s+(?:(?:bigger|larger|higher|smaller|lower|greater|richer|worth more|more|less)\s+than|vs\.?|versus|(?:compare[ds]?\s+)?(?:to|with)|against)\s+(?<other>.+?)[\s?.!]*$/iu

const ECONOMY = /^(?:the )?economy (?=of\b)/i

const NO_MEASURE = 'the figures of a company and of a country do not measure the same'

export function namesCompany(text: string, { directory }: CompanyStore): boolean {
  return findCompanies(text, { directory, kind: 'finance', isOverview: true }).length > 0
}

/** Takes apart a comparison of a company with a country: "Apple's revenue vs the GDP of Finland". */
export function splitMixed(
  input: string,
  companies: CompanyStore,
  ask: (question: string) => Answered | undefined,
  today: string,
): Mixed | undefined {
  if (input.length > LONGEST) return undefined
  const { one = '', other = '' } = COMPARED.exec(input)?.groups ?? {}
  const isPlaced = (side: string) =>
    ask(side)?.mentions.some(({ subjects }) => subjects.some(({ kind }) => isPlace(kind))) === true
  for (const [company, place] of [
    [one, other],
    [other, one],
  ] as const) {
    const figure = namedIn(company, []).length > 0 ? company : `${company} revenue`
    if (company === '' || isPlaced(company) || !isPlaced(place) || !namesCompany(figure, companies))
      continue
    const found = namesCompany(place, companies)
      ? undefined
      : ask(place.replace(ECONOMY, 'GDP '))?.answer
    if (found) return { figure, place, answer: setAgainst(figure, found, companies, today) }
  }
  return undefined
}

/** Says behind a country's only amount whether it is the larger number, or notes that nothing tells. */
function setAgainst(text: string, answer: FactAnswer, store: CompanyStore, today: string) {
  const [company] = findCompanies(text, { directory: store.directory, kind: 'finance' })
  const book = createFactBook(company ? store.figures(company) : [])
  const [query, ...more] = readQueries(text, { companies: book.companies, today })
  const [metric, ...others] = query?.metrics ?? []
  const [figure] =
    company && query && metric ? lookUp(book, company, { ...query, metric }).figures : []
  const [said, ...rest] = answer.statements
  const [{ number, unit } = {}] = said?.facts ?? []
  const isOne = [more, others, rest].flat().length === 0 && said?.facts.length === 1
  if (!isOne || !number || unit !== 'USD' || figure?.unit !== unit)
    return { ...answer, missing: [...answer.missing, `A verdict (${NO_MEASURE})`] }
  const size = number > toNumber(figure.value) ? 'larger' : 'smaller'
  const told = said.text.replace(/\.$/, `, which is the ${size} number, but ${NO_MEASURE}.`)
  return { ...answer, statements: [{ ...said, text: told }] }
}
