import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { CitedFact } from './cite-fact.ts'
import { shortName } from './company-names.ts'
import type { Reported } from './fact-book.ts'
import { type Figure, quotedFigure } from './figure.ts'
import { nameFiscal, sayDate, sayStretch } from './say-period.ts'
import { citeAll, joinAnd } from './state-figures.ts'

const MOST_CONFLICTS = 12
const MOST_VALUES = 4

/** Where filings give different values for what the figures rest on: all of them, oldest first. */
export function stateConflicts(figures: readonly Figure[], ledger: Ledger): Statement[] {
  const facts = new Map(figures.flatMap(({ facts }) => facts.map(one => [one.fact, one] as const)))
  return [...facts.values()]
    .filter(({ differing }) => differing.length > 0)
    .slice(0, MOST_CONFLICTS)
    .map(reported => stateConflict(reported, ledger))
}

function stateConflict(reported: Reported, ledger: Ledger): Statement {
  const { fact } = reported
  const values = new Map([...reported.differing, reported].map(one => [one.written.text, one]))
  const shown = [...values.values()]
    .sort((a, b) => (a.fact.filedOn < b.fact.filedOn ? -1 : 1))
    .slice(-MOST_VALUES)
  const when =
    fact.period.start === undefined
      ? `as of ${sayDate(fact.period.end)}`
      : `in ${nameFiscal(fact.period)}, ${sayStretch(fact.period)}`
  const evidence = citeAll(shown, ledger)
  const quoted = evidence.map(({ quote, passage }) => `${quote} ${passage.title}`).join(' ')
  const numbers = [fact.period.fiscalYear].filter(year => !quoted.includes(String(year)))
  return {
    text: `Filings of ${shortName(fact.company)} differ on ${labelOf(reported)} ${when}: ${joinAnd(shown.map(value => sayValue(value, quoted)))}.`,
    evidence,
    isVerbatim: false,
    computed: [...shown.flatMap(value => asFigure(value).computed), ...numbers],
  }
}

/** As the filing calls it; capitals inside a sentence would be taken for a name. */
function labelOf({ fact }: Reported): string {
  return fact.label.slice(0, 1).toLowerCase() + fact.label.slice(1)
}

function sayValue(value: CitedFact, quoted: string): string {
  const { fact, filed } = value
  const { text } = asFigure(value)
  const form = quoted.includes(fact.form) ? fact.form : 'report'
  return filed ? `${text} (${form} filed on ${sayDate(fact.filedOn)})` : text
}

function asFigure(value: CitedFact): Figure {
  return quotedFigure({ name: '', kind: 'flow' }, { ...value, differing: [] })
}
