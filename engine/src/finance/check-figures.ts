import type { Background } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Company } from '../search/company-fact.ts'
import { capital, say } from '../text/say.ts'
import { createCitations, type ReadAt } from './cite-facts.ts'
import { sayName } from './companies/company-names.ts'
import { toNumber } from './decimal.ts'
import { createFactBook } from './fact-book.ts'
import { type Figure, isMoment, quotedFigure } from './figure.ts'
import type { LocalFacts } from './local-facts.ts'
import { createVoice, nameTime, state } from './statements/say.ts'
import { cellOf } from './statements/tabulate-figures.ts'
import { exactAmount, roundAmount } from './write-amount.ts'

const MOST_ROWS = 24
/** Up to this much apart, values differ by rounding. */
const SAME_SHARE = 0.0005

interface CheckOptions {
  readonly ledger: Ledger
  readonly readAt: ReadAt
  readonly checks?: LocalFacts['checks']
}

/** Sets a company's annual figures against the same in the standardised collection. */
export function checkFigures(
  company: Company,
  figures: readonly Figure[],
  { ledger, readAt, checks }: CheckOptions,
): Background | undefined {
  const found = checks?.(company)
  if (!found) return undefined
  const read: ReadAt = url => [...readAt(url), ...found.readAt(url)]
  const { cite, canCite } = createCitations(ledger, read)
  const book = createFactBook(found.facts, { canCite })
  const pairs = figures.flatMap(figure => {
    const [first, ...others] = figure.facts
    const { fiscalYear: year, part } = figure.period
    if (!first || others.length > 0 || part !== 'year' || first.fact.form === 'standardised')
      return []
    const { concept } = first.fact
    const other = book.find({ company, concept, year, part, isMoment: isMoment(figure) })
    return other ? [{ figure, other: quotedFigure(figure.metric, other) }] : []
  })
  const differing = pairs.filter(({ figure, other }) => !isSame(figure, other))
  if (pairs.length === 0) return undefined
  const voice = createVoice(cite)
  const count =
    differing.length === 0 ? 'all are the same' : `${pairs.length - differing.length} are the same`
  const summary = {
    ...say`Of ${pairs.length} annual figures of ${sayName(company)} that the standardised collection gives as well, ${count}`,
    numbers: [pairs.length, pairs.length - differing.length],
    sources: pairs.map(({ figure }) => figure),
  }
  const said = differing.map(({ figure, other }) => ({
    ...say`${capital(figure.metric.name)} for ${nameTime(figure)} is ${roundAmount(figure)} in the filing and ${roundAmount(other)} in the standardised collection`,
    numbers: [figure, other].map(one => toNumber(one.value)).concat(figure.period.fiscalYear),
    sources: [figure, other],
  }))
  return {
    heading: `${sayName(company)}: filings against standardised figures`,
    statements: [summary, ...said.slice(0, MOST_ROWS)].map(one => state(one, voice)),
    table: {
      columns: ['', 'Year', 'Filing', 'Standardised'],
      rows: [...differing, ...pairs.filter(one => !differing.includes(one))]
        .slice(0, MOST_ROWS)
        .map(({ figure, other }) => ({
          label: capital(figure.metric.name),
          cells: [
            cellOf(figure, capital(nameTime(figure)), cite),
            cellOf(figure, exactAmount(figure), cite),
            cellOf(other, exactAmount(other), cite),
          ],
        })),
    },
  }
}

function isSame(one: Figure, other: Figure): boolean {
  const [a, b] = [toNumber(one.value), toNumber(other.value)]
  return Math.abs(a - b) <= SAME_SHARE * Math.max(Math.abs(a), Math.abs(b))
}
