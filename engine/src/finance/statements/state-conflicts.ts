import type { Statement } from '../../evidence/statement.ts'
import { joinAnd } from '../../text/say.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../companies/company-names.ts'
import { toNumber } from '../decimal.ts'
import type { Reported } from '../fact-book.ts'
import type { Figure } from '../figure.ts'
import { namePeriod, sayDate } from '../period.ts'
import type { Valued } from '../share-splits.ts'
import { exactAmount } from '../write-amount.ts'

const MOST_CONFLICTS = 12
const MOST_VALUES = 4

/** All values of facts on which filings differ, oldest first. */
export function stateConflicts(figures: readonly Figure[], cite: CiteFacts): Statement[] {
  return reportedIn(figures)
    .filter(({ differing }) => differing.length > 0)
    .slice(0, MOST_CONFLICTS)
    .flatMap(reported => {
      // Each value with the filing that gave it first.
      const values = Map.groupBy(givenBy(reported), ({ fact }) => fact.value)
      const shown = [...values.values()].flatMap(same => same.slice(0, 1)).slice(-MOST_VALUES)
      // Amounts that a split was taken out of may differ by a fraction of a cent.
      if (new Set(shown.map(sayValue)).size < 2) return []
      const said = shown.map(
        one => `${sayValue(one)} (${formOf(one)} filed on ${sayDate(one.fact.filedOn)})`,
      )
      const text = `Filings of ${sayName(reported.fact.company)} differ on ${labelOf(reported)} ${sayWhen(reported)}: ${joinAnd(said)}.`
      return toStatement(text, shown, cite)
    })
}

function toStatement(text: string, shown: readonly Valued[], cite: CiteFacts): Statement {
  const computed = shown.flatMap(({ fact, value }) => [toNumber(value), fact.period.fiscalYear])
  const evidence = cite(shown.map(({ fact }) => fact))
  return { text, evidence, isVerbatim: false, computed }
}

function reportedIn(figures: readonly Figure[]): Reported[] {
  return [...new Map(figures.flatMap(({ facts }) => facts.map(one => [one.fact, one]))).values()]
}

/** All filings that give a value, in the order in which they were filed. */
function givenBy(reported: Reported): Valued[] {
  return [...reported.differing, ...reported.agreeing, reported].sort((a, b) =>
    a.fact.filedOn < b.fact.filedOn ? -1 : 1,
  )
}

function sayWhen({ fact: { period } }: Valued): string {
  const date = sayDate(period.end)
  return period.start === undefined ? `as of ${date}` : `in ${namePeriod(period)} (to ${date})`
}

/** As the filing calls it; capitals inside a sentence would be taken for a name. */
function labelOf({ fact: { label } }: Valued): string {
  return label.slice(0, 1).toLowerCase() + label.slice(1)
}

function formOf({ fact: { form } }: Valued): string {
  return /^\d/.test(form) ? form : 'report'
}

function sayValue({ fact: { unit }, value }: Valued): string {
  return exactAmount({ value, unit })
}
