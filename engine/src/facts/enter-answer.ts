import vocabulary from '../../data/words.json' with { type: 'json' }
import type { FoundSentence, ReportedFigures } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import type { FactAnswer, FactStatement, FactTable } from './answer.ts'
import { storedRows } from './calculated-series.ts'
import { quoteFact, writeEnd, writeValue } from './write-fact.ts'

/** Lists of countries, which the source calls by its own names. */
const LISTS = ['Land boundaries', 'Exports - partners', 'Imports - partners']
const USUAL: readonly (readonly string[])[] = vocabulary.usualNames

function withUsualNames(statement: FactStatement): FactStatement {
  const { text, facts, named = [], language } = statement
  const isList = facts.some(({ attribute }) => LISTS.includes(attribute.label))
  const found = isList && !language ? USUAL.filter(([own = '']) => text.includes(own)) : []
  if (found.length === 0) return statement
  const said = found.reduce((left, [own = '', usual = '']) => left.replaceAll(own, usual), text)
  return {
    ...statement,
    text: said,
    named: [...named, ...found.flatMap(([, usual]) => usual ?? [])],
  }
}

/** Enters the facts of an answer into the ledger, and states the answer with them as its evidence. */
export function enterAnswer(
  { statements, table, sections = [], missing, said }: FactAnswer,
  ledger: Ledger,
): ReportedFigures {
  const state = (given: FactStatement): Statement => {
    const { text, facts, computed, named, language, about } = withUsualNames(given)
    return {
      text,
      evidence: storedRows(facts)
        .map(quoteFact)
        .map(({ passage, ...span }) => ledger.enter(passage, span)),
      isVerbatim: false,
      computed: [
        ...(computed ?? []),
        ...facts.flatMap(one => (one.from ? (one.number ?? []) : [])),
      ],
      ...(named && { named }),
      ...(language && { language }),
      ...(about && { about }),
    }
  }
  const stateTable = ({ columns, rows }: FactTable): ComparisonTable => ({
    columns: ['', ...columns],
    rows: rows.map(({ label, cells }) => ({
      label,
      cells: cells.map(cell => cell && state(cell)),
    })),
  })
  return {
    statements: statements.map(state),
    ...(table && { table: stateTable(table) }),
    ...(said && {
      said: {
        statements: said.statements.map(state),
        missing: said.missing,
        ...(said.table && { table: stateTable(said.table) }),
      },
    }),
    background: sections.map(({ table: own, ...section }) => ({
      ...section,
      statements: section.statements.map(state),
      ...(own && { table: stateTable(own) }),
    })),
    conflicts: [],
    answered: [],
    missing,
  }
}

/** Returns the facts of an answer as found fields, for callers that need single values. */
export function factSentences({ statements }: FactAnswer): FoundSentence[] {
  return statements
    .flatMap(({ facts }) => storedRows(facts))
    .map(fact => {
      const { passage, end } = quoteFact(fact)
      const start = end - writeEnd(fact).length
      const label = [fact.attribute.label, fact.qualifier].filter(Boolean).join(' — ')
      const value = { start, end: start + writeValue(fact).length }
      return { passage, span: { start: 0, end }, text: passage.text, score: 1, label, value }
    })
}
