import type { Run } from '../../author.ts'
import type { HeldValue } from '../../evidence/finding.ts'
import type { Ledger } from '../../evidence/ledger.ts'
import type { FactStatement } from '../../facts/answer.ts'
import { storedRows } from '../../facts/calculated-series.ts'
import type { Fact } from '../../facts/fact.ts'
import type { Answered } from '../../facts/find-named.ts'
import { quoteFact, writeFact } from '../../facts/write-fact.ts'
import { answerFromFacts } from '../../finance/answer-from-facts.ts'
import type { CompanyStore } from '../../finance/company-store.ts'
import { findFilingFacts } from '../../finance/filings/find-filing-facts.ts'
import { findLocalFacts } from '../../finance/local-facts.ts'
import type { Subject } from './find-subjects.ts'

const ROUNDED = 0.005
const SCALES = [1, 1e3, 1e6, 1e9, 1e12]

/** The values that answer a plain question. */
export interface Held {
  readonly values: readonly HeldValue[]
  /** Present if the question asks for subjects, which the values are of. */
  readonly list?: { readonly isRanked: boolean; readonly isForOne: boolean }
  /** True if the answer is nothing but its values, and every word of the question was understood. */
  readonly isExact: boolean
  /** The sentences of the answer and the names of its values. */
  readonly said: string
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
    const said = values.map(({ label }) => label).join(' ')
    if (!isRanking) return { values, isExact: true, said }
    // The answer names those behind the first as well.
    const isForOne = /\bcompany\b/i.test(question)
    const list = { isRanked: true, isForOne }
    return { values: isForOne ? values.slice(0, 1) : values, isExact: true, said, list }
  }
  const { answer, rest = [] } = ask(question) ?? {}
  if (!answer || answer.missing.length > 0) return undefined
  const { statements, list } = answer
  const facts = list ? list.facts : statements.flatMap(one => one.facts)
  return {
    values: facts.map(fact => toHeld(fact, ledger)),
    ...(list && { list }),
    said: statements.flatMap(({ text, facts: own }) => [text, ...own.map(writeFact)]).join(' '),
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

/** Returns whether a sentence has no numbers but its values: a rank or a share is another number. */
function isPlain({ computed = [], facts }: FactStatement): boolean {
  const known = facts.flatMap(one => [one, ...(one.from ?? [])])
  const sizes = known.map(({ number = 0 }) => Math.abs(number))
  const isRounded = (one: number) =>
    sizes.some(size => SCALES.some(scale => Math.abs(one * scale - size) <= ROUNDED * size))
  return computed.every(isRounded)
}
