import type { Run } from '../../author.ts'
import type { HeldValue } from '../../evidence/finding.ts'
import type { Ledger } from '../../evidence/ledger.ts'
import type { FactStatement } from '../../facts/answer.ts'
import { storedRows } from '../../facts/calculated-series.ts'
import type { Fact } from '../../facts/fact.ts'
import type { Answered } from '../../facts/find-named.ts'
import { quoteFact } from '../../facts/write-fact.ts'
import { answerFromFacts } from '../../finance/answer-from-facts.ts'
import type { CompanyStore } from '../../finance/company-store.ts'
import { findFilingFacts } from '../../finance/filings/find-filing-facts.ts'
import { findLocalFacts } from '../../finance/local-facts.ts'
import type { Subject } from './find-subjects.ts'

/** The values that answer a plain question. */
export interface Held {
  readonly values: readonly HeldValue[]
  /** Whether the values are of the subjects that a question asks for. */
  readonly list?: { readonly isRanked: boolean; readonly isForOne: boolean }
  /** Whether the answer is nothing but its values, and every word of the question was understood. */
  readonly isExact: boolean
}

export interface Collections {
  /** Answers a question from facts. */
  readonly ask: (question: string) => Answered | undefined
  readonly companies: CompanyStore | undefined
}

/** Looks up a plain question as a text would answer it; undefined unless the collections have all that it asks for. */
export async function lookUp(
  question: string,
  { ask, companies, ledger, ...run }: Collections & Run & { readonly ledger: Ledger },
): Promise<Held | undefined> {
  const { source, policy, today } = run
  const filed = await findFilingFacts(question, { source, policy, store: companies })
  const request = { kind: 'finance', policy, today, effort: 'lite' } as const
  const stored = companies && findLocalFacts(question, { ...request, store: companies })
  for (const local of [filed, stored]) {
    const figures = local && answerFromFacts(question, { ...local, ledger, today })
    const { values = [], missing = [], isRanking } = figures ?? {}
    if (values.length === 0 || missing.length > 0) continue
    const list = { isRanked: true, isForOne: values.length === 1 }
    return { values, isExact: true, ...(isRanking && { list }) }
  }
  const { answer, rest = [] } = ask(question) ?? {}
  if (!answer || answer.missing.length > 0) return undefined
  const { statements, list } = answer
  const facts = list ? list.facts : statements.flatMap(one => one.facts)
  return {
    values: facts.map(fact => toHeld(fact, ledger)),
    ...(list && { list }),
    isExact: rest.length === 0 && !list && statements.every(isPlain),
  }
}

function toHeld(fact: Fact, ledger: Ledger): HeldValue {
  const { subject, attribute, entry, number, unit, year, start, end } = fact
  const quotes = storedRows([fact]).map(quoteFact)
  return {
    ...{ subject: entry?.name ?? subject.name, kind: subject.kind, label: attribute.label },
    ...(number !== undefined && { number }),
    ...(unit !== undefined && { unit }),
    ...(year !== undefined && { year }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    evidence: quotes.map(({ passage, ...span }) => ledger.enter(passage, span)),
  }
}

/** The subject of a value, as a property may ask for more about it. */
export function subjectOf({ subject, kind, evidence }: HeldValue): Subject {
  const documentIds = evidence.map(({ passage }) => passage.documentId)
  return { name: subject, documentIds, isCompany: kind === undefined }
}

/** Whether a sentence says nothing but its values: a rank or a share is another number than they are. */
function isPlain({ computed = [], facts }: FactStatement): boolean {
  const isRounded = (one: number) =>
    facts.some(({ number = 0 }) =>
      [1, 1e3, 1e6, 1e9, 1e12].some(scale => Math.abs(one * scale - number) <= ROUNDED * number),
    )
  return computed.every(isRounded)
}

const ROUNDED = 0.005
