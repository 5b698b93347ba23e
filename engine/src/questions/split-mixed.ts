import type { FactAnswer } from '../facts/answer.ts'
import { isPlace } from '../facts/filters.ts'
import type { Answered } from '../facts/find-named.ts'
import { sayAmount } from '../facts/say-facts.ts'
import { findCompanies, namesCompany } from '../finance/companies/find-companies.ts'
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
  /^(?:is|are|was|compare|how does|what (?:is|was) the difference between)?\s*(?:the\s+)?(?<one>.+?)\s+(?:(?:bigger|larger|higher|smaller|lower|greater|richer|worth more|more|less)\s+than|vs\.?|versus|(?:compare[ds]?\s+)?(?:to|with)|against|and(?= the))\s+(?<other>.+?)[\s?.!]*$/iu

const ECONOMY = /^(?:the )?economy (?=of\b)/i

const NO_MEASURE = 'the figures of a company and of a country do not measure the same'

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

/** Says behind the amounts of countries whether they are the larger numbers, or notes that nothing tells. */
function setAgainst(text: string, answer: FactAnswer, store: CompanyStore, today: string) {
  const values = findValues(text, store, today)
  const [said, ...rest] = answer.statements
  const amounts = said?.facts ?? []
  const numbers = amounts.flatMap(({ number, unit }) => (unit === 'USD' && number) || [])
  const differences = numbers.flatMap(number => values.map(value => number - value))
  const isLarger = differences.every(one => one > 0)
  const isClear = isLarger || differences.every(one => one < 0)
  const isSame = numbers.length === amounts.length && rest.length === 0
  const [amount, fact] = [differences[0], amounts[0]]
  if (!said || !isSame || !isClear || amount === undefined || !fact)
    return { ...answer, missing: [...answer.missing, `A verdict (${NO_MEASURE})`] }
  const by = sayAmount(Math.abs(amount), fact)
  const told =
    differences.length === 1
      ? `which is ${by.amount} ${isLarger ? 'more' : 'less'}`
      : `each a ${isLarger ? 'larger' : 'smaller'} number`
  const statement = {
    ...said,
    text: said.text.replace(/\.$/, `, ${told}, but ${NO_MEASURE}.`),
    computed: [...(said.computed ?? []), ...(differences.length === 1 ? [by.value] : [])],
  }
  return { ...answer, statements: [statement] }
}

/** The only figure, in US dollars, of each company; none if one has no such figure. */
function findValues(text: string, store: CompanyStore, today: string): number[] {
  const companies = findCompanies(text, { directory: store.directory, kind: 'finance' })
  const values = companies.flatMap(company => {
    const book = createFactBook(store.figures(company))
    const [query, ...more] = readQueries(text, { companies: book.companies, today })
    const [metric, ...others] = query?.metrics ?? []
    if (!query || !metric || more.length + others.length > 0) return []
    const [figure] = lookUp(book, company, { ...query, metric }).figures
    return figure?.unit === 'USD' ? toNumber(figure.value) : []
  })
  return values.length === companies.length ? values : []
}
