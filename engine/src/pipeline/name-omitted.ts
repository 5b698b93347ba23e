import type { Effort } from '../budgets.ts'
import type { Finding, ReportedFigures } from '../evidence/finding.ts'
import { sayName } from '../finance/companies/company-names.ts'
import { findCompanies } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import type { DiscoverRequest } from '../search/finder.ts'
import { periods } from '../text/lex/periods.ts'
import { isAnswered } from '../write/write-report.ts'

interface OmittedOptions {
  readonly kind: DiscoverRequest['kind']
  readonly effort: Effort
  readonly companies?: CompanyStore | undefined
}

/** A list of this many years asks for each of them. */
const LISTED_YEARS = 3

/**
 * Names the years and companies of a question that its figures leave out without a word. Prose need not
 * repeat a year, so only answers of figures are checked.
 */
export function nameOmitted(
  input: string,
  findings: readonly Finding[],
  { kind, effort, companies }: OmittedOptions,
): string[] {
  const answered = findings.filter(isAnswered)
  const figures = answered.flatMap(finding => finding.figures ?? [])
  if (figures.length === 0 || figures.length < answered.length) return []
  const open = findings.map(({ part }) => part.question)
  const said = [...figures.flatMap(one => textsOf(one, effort)), ...open].join('\n')
  const given = figures.flatMap(one => one.given ?? [])
  const asked =
    given.length > 0 && companies
      ? findCompanies(input, { directory: companies.directory, kind })
      : []
  const left = asked
    .filter(({ cik }) => !given.some(one => one.startsWith(cik)))
    .map(sayName)
    .filter(name => !said.includes(name))
  return [...yearsLeft(input, said), ...left]
}

/** Years between two that are said are covered, unless the question lists them one by one. */
function yearsLeft(input: string, said: string): string[] {
  const named = periods(input).flatMap(({ years, part, date }) =>
    years && years[0] === years[1] && part === undefined && !date ? years[0] : [],
  )
  const years = [...new Set(named)]
  const found = periods(said).flatMap(({ years: own }) => own ?? [])
  const isCovered = (year: number) =>
    years.length < LISTED_YEARS && found.some(one => one <= year) && found.some(one => one >= year)
  return years.filter(year => !found.includes(year) && !isCovered(year)).map(String)
}

function textsOf({ statements, items, table, missing }: ReportedFigures, effort: Effort): string[] {
  const shown = effort === 'lite' ? undefined : table
  const rows = shown?.rows.flatMap(({ label, cells }) => [label, ...cells.map(one => one?.text)])
  const told = [...statements, ...(items ?? [])].map(({ text }) => text)
  return [...told, ...(shown?.columns ?? []), ...(rows ?? []), ...missing].filter(
    one => one !== undefined,
  )
}
