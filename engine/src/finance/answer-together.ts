import type { ReportedFigures } from '../evidence/finding.ts'
import { add, rational } from '../tables/rational.ts'
import { list, say } from '../text/say.ts'
import {
  type Asked,
  type Entry,
  entriesOf,
  headingOf,
  sayYears,
  sizeOf,
  tabulate,
} from './answer-ranking.ts'
import { sayName } from './companies/company-names.ts'
import { toNumber } from './decimal.ts'
import type { FactBook } from './fact-book.ts'
import { isQuotient } from './metrics.ts'
import type { CompanyRanking } from './question/read-ranking.ts'
import { amount, gainOrLoss, nameOwner, type Phrase, rounded, state } from './statements/say.ts'
import { roundAmount } from './write-amount.ts'

const MOST_NAMED = 3
/** A sum or an average of fewer of the companies says little about all of them. */
const LEAST_SHARE = 0.6

/** The sum or the average of a figure of many companies, or the share that one of them has. */
export function answerTogether(
  book: FactBook,
  ranking: CompanyRanking,
  { voice, question }: Asked,
): ReportedFigures {
  const { metric, members, scope, together, focus, count } = ranking
  const entries = entriesOf(book, ranking).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const [first] = entries
  const last = entries.at(-1)
  const own = entries.find(({ company }) => company.cik === focus?.cik)
  const canAdd = together === 'average' || metric.kind === 'flow' || metric.kind === 'balance'
  const isFew = entries.length < LEAST_SHARE * members.length
  const isOpen = isQuotient(metric) && together === 'sum'
  if (!first || !last || first === last || !canAdd || isOpen || isFew || (focus && !own)) {
    const missing = [`${scope}: ${together === 'sum' ? 'total' : 'average'} ${metric.name}`]
    return { statements: [], conflicts: [], answered: [], missing }
  }
  const sources = entries.map(({ figures: [figure] }) => figure)
  const unit = first.figures[0].unit
  const sum = sources.map(({ value }) => value).reduce(add, rational('0'))
  const value = together === 'sum' ? sum : { ...sum, under: sum.under * BigInt(sources.length) }
  const total = { text: roundAmount({ value, unit }), numbers: [toNumber(value)], sources }
  const years = sayYears(ranking, entries)
  const when = years.text.startsWith(',') ? years : say` ${years}`
  const isAll = entries.length === members.length
  const among = say`the ${entries.length}${isAll ? '' : say` of ${members.length}`} ${scope}${isAll ? '' : ' with figures'}${when}`
  const sayOne = ({ company, figures: [figure] }: Entry): Phrase =>
    say`${sayName(company)} with ${gainOrLoss(figure)}`
  const told = own
    ? say`${nameOwner(own)} ${metric.name} of ${amount(own.figures[0])} was ${rounded((100 * sizeOf(own)) / toNumber(sum), 'percent', sources)} of the total of ${among}: ${total}`
    : together === 'sum'
      ? say`the total ${metric.name} of ${among}, was ${total}, led by ${list(entries.slice(0, MOST_NAMED).map(sayOne))}`
      : say`the average ${metric.name} of ${among}, was ${total}, each company counted alike; the median was ${median(entries)}, and they range from ${sayOne(last)} to ${sayOne(first)}`
  const statement = state({ ...told, text: told.text.replace(/(?<!,[^,]*), was/, ' was') }, voice)
  const listed = voice.cite(
    entries.slice(0, 1).map(({ company: { listing = [] } }) => ({ quotes: listing })),
  )
  return {
    statements: [{ ...statement, evidence: [...statement.evidence, ...listed], named: [scope] }],
    table: tabulate(entries.slice(0, count), entries, voice),
    heading: headingOf(ranking),
    conflicts: [],
    answered: [question],
    missing: [],
  }
}

function median(entries: readonly Entry[]): Phrase {
  const middle = (entries.length - 1) / 2
  const figures = [Math.floor(middle), Math.ceil(middle)].flatMap(
    at => entries[at]?.figures[0] ?? [],
  )
  const [one] = figures
  if (!one || figures.length < 2 || figures[0] === figures[1]) return one ? amount(one) : say``
  const half = figures.map(figure => toNumber(figure.value)).reduce((a, b) => a + b) / 2
  return rounded(half, one.unit, figures)
}
