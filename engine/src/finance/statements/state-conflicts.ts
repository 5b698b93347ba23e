import type { Evidence } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { FiscalPeriod } from '../../search/company-fact.ts'
import type { CiteFacts } from '../cite-facts.ts'
import { sayName } from '../edgar/name-words.ts'
import type { Reported, Valued } from '../fact-book.ts'
import { type Figure, quotedFigure } from '../figure.ts'
import { nameFiscal, sayDate } from '../period.ts'
import { joinAnd } from './say.ts'
import { unquotedYears } from './state-figures.ts'

const MOST_CONFLICTS = 12
const MOST_VALUES = 4
const MOST_AGREED = 3

/** States all values of facts on which filings differ, oldest first. */
export function stateConflicts(figures: readonly Figure[], cite: CiteFacts): Statement[] {
  return reportedIn(figures)
    .filter(({ differing }) => differing.length > 0)
    .slice(0, MOST_CONFLICTS)
    .map(reported => {
      // Each value with the filing that gave it first.
      const values = Map.groupBy(givenBy(reported), one => asFigure(one).text)
      const shown = [...values.values()].flatMap(same => same.slice(0, 1)).slice(-MOST_VALUES)
      const evidence = cite(shown.map(({ fact }) => fact))
      const said = shown.map(value => sayValue(value, evidence))
      const text = `Filings of ${sayName(reported.fact.company)} differ on ${labelOf(reported)} ${sayWhen(reported.fact.period)}: ${joinAnd(said)}.`
      return toStatement(text, shown, { evidence, about: [reported] })
    })
}

/** States that filings agree on the facts; undefined if no two filings give the same fact. */
export function stateAgreement(
  figures: readonly Figure[],
  { cite, opening }: { readonly cite: CiteFacts; readonly opening: string },
): Statement | undefined {
  const agreed = reportedIn(figures)
    .filter(({ differing, agreeing }) => differing.length === 0 && agreeing.length > 0)
    .sort((a, b) => (a.fact.period.end < b.fact.period.end ? -1 : 1))
    .slice(-MOST_AGREED)
  const [first] = agreed
  if (!first) return undefined
  const shown = agreed.flatMap(one => [...givenBy(one).slice(0, 1), ...givenBy(one).slice(-1)])
  const values = agreed.map(one => `${asFigure(one).text} ${sayWhen(one.fact.period)}`)
  const dates = [...new Set(shown.map(({ fact }) => fact.filedOn))].sort()
  const evidence = cite(shown.map(({ fact }) => fact))
  const text = `${opening} filings of ${sayName(first.fact.company)} that give ${labelOf(first)} agree: ${joinAnd(values)}, as filed on ${joinAnd(dates.map(sayDate))}.`
  return toStatement(text, agreed, { evidence, about: agreed })
}

/** States that no filing changed the latest figure. */
export function stateUnchanged(figures: readonly Figure[], cite: CiteFacts): Statement | undefined {
  const only = reportedIn(figures.slice(-1))[0]
  if (!only) return undefined
  const { company, period, filedOn } = only.fact
  const evidence = cite([only.fact])
  const text = `No: no filing here gives another value for ${labelOf(only)} of ${sayName(company)} ${sayWhen(period)} than ${asFigure(only).text}, as filed on ${sayDate(filedOn)}.`
  return toStatement(text, [only], { evidence, about: [only] })
}

function toStatement(
  text: string,
  shown: readonly Valued[],
  {
    evidence,
    about,
  }: { readonly evidence: readonly Evidence[]; readonly about: readonly Valued[] },
): Statement {
  const years = unquotedYears(
    about.map(({ fact }) => fact.period.fiscalYear),
    evidence,
  )
  const computed = [...shown.flatMap(value => asFigure(value).computed), ...years]
  return { text, evidence, isVerbatim: false, computed }
}

function reportedIn(figures: readonly Figure[]): Reported[] {
  const facts = new Map(figures.flatMap(({ facts }) => facts.map(one => [one.fact, one] as const)))
  return [...facts.values()]
}

/** All filings that give a value, in the order in which they were filed. */
function givenBy(reported: Reported): Valued[] {
  return [...reported.differing, ...reported.agreeing, reported].sort((a, b) =>
    a.fact.filedOn < b.fact.filedOn ? -1 : 1,
  )
}

function sayWhen({ start, end, ...named }: FiscalPeriod): string {
  const date = sayDate(end)
  return start === undefined ? `as of ${date}` : `in ${nameFiscal(named)} (to ${date})`
}

/** As the filing calls it; capitals inside a sentence would be taken for a name. */
function labelOf({ fact }: Valued): string {
  return fact.label.slice(0, 1).toLowerCase() + fact.label.slice(1)
}

function sayValue(value: Valued, evidence: readonly Evidence[]): string {
  const { form, filedOn } = value.fact
  const isSaid = evidence.some(({ quote, passage }) => `${quote} ${passage.title}`.includes(form))
  return `${asFigure(value).text} (${isSaid ? form : 'report'} filed on ${sayDate(filedOn)})`
}

function asFigure(value: Valued): Figure {
  return quotedFigure({ name: '', kind: 'flow' }, { ...value, differing: [], agreeing: [] })
}
