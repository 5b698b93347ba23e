import type { JsonObject } from '@footnote/contract/json-object'
import type { Finding, Ranking } from '../evidence/finding.ts'
import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import type { Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { splitAttributes } from '../plan/split-attributes.ts'
import { splitClauses } from '../plan/split-clauses.ts'
import { NoResult } from '../research.ts'
import { findNames } from '../text/find-names.ts'
import { type Asked, isMeantBy, type Meant, readMeant } from './meant.ts'
import { strongStems } from './property-words.ts'

/** Asks the pipeline for one small finding; the attribute is what the question wants of the subject. */
export type LookUp = (
  question: string,
  subject: Subject | undefined,
  attribute?: string,
) => Promise<Finding | undefined>

export interface FillOptions {
  readonly input: string
  /** What the question is about. */
  readonly subjects: readonly Subject[]
  readonly lookUp: LookUp
  readonly resolveSubject: (name: string) => Promise<Subject | undefined>
  readonly ledger: Ledger
  /** What a report would say, sentence by sentence; all of it has been verified. */
  readonly summary: readonly Pick<Statement, 'text' | 'evidence'>[]
  /** What the question asks the first ones of. */
  readonly ranking?: Ranking
  /** The documents that the question is about, or that search found for it, whole: for their tables. */
  readonly readDocuments: () => Promise<readonly Passage[]>
  readonly mayGoOn: () => boolean
}

/** What a value rests on. Entered in the ledger only once the value is part of the result. */
export interface Cite {
  readonly passage: Passage
  readonly enter: (ledger: Ledger) => readonly Evidence[]
}

export interface Filled {
  readonly value: unknown
  readonly cites: readonly Cite[]
  /** Which of the cites each single value in it rests on; left out where all rest on all. */
  readonly fields?: readonly FieldCites[]
}

export interface FieldCites {
  readonly pointer: string
  readonly cites: readonly Cite[]
}

/** What all places share while a schema is being filled. */
export interface Filling {
  readonly schema: JsonObject
  readonly input: string
  readonly question: Asked
  /** Whether the question asks one thing, so that its answer is the answer to all of it. */
  readonly asksOneThing: boolean
  /** What the question asks of its subjects, in the words of reference works; empty for all of them. */
  readonly attributes: readonly string[]
  readonly meant: Meant
  readonly subjects: readonly Subject[]
  readonly summary: FillOptions['summary']
  readonly ranking: Ranking | undefined
  /** Read once, when a list may be the rows of a table. */
  readonly documents: () => Promise<readonly Passage[]>
  /** Each question once; refuses when time or the number of questions is used up. */
  readonly ask: (
    question: string,
    about: {
      readonly subject: Subject | undefined
      readonly attribute?: string
    },
  ) => Promise<Finding | undefined>
  readonly resolve: (name: string) => Promise<Subject | undefined>
  /** Counts a step of work. */
  readonly spend: () => void
}

/** Nothing that long is one question; what follows is not read. */
const MOST_INPUT = 2_000
const MOST_STEPS = 20_000
const MOST_LOOK_UPS = 400
const MOST_NAMES = 200

export function createFilling(schema: JsonObject, options: FillOptions): Filling {
  const { input, subjects, ranking } = options
  const question = { text: input, names: findNames(input.slice(0, MOST_INPUT)) }
  const meant = readMeant(question, schema)
  // An answer may be about something like what was named; a value must be about the thing itself.
  const summary = options.summary.filter(
    ({ evidence }) =>
      subjects.length > 0 || ranking || evidence.every(({ passage }) => isMeantBy(meant, passage)),
  )
  const findings = new Map<string, Promise<Finding | undefined>>()
  const named = new Map<string, Promise<Subject | undefined>>()
  const names = subjects.map(({ name }) => name)
  let steps = 0
  let documents: Promise<readonly Passage[]> | undefined
  return {
    schema,
    input,
    question,
    asksOneThing:
      splitClauses(input).length === 1 && splitAttributes(input, names).attributes.length === 1,
    attributes: splitAttributes(rephrase(input), names).attributes.filter(
      attribute => strongStems(attribute).length > 0,
    ),
    meant,
    subjects,
    summary,
    ranking,
    documents() {
      documents ??= options.readDocuments()
      return documents
    },
    async ask(question, { subject, attribute }) {
      const key = `${subject?.name ?? ''}\n${question}`
      const known = findings.get(key)
      if (known !== undefined) return known
      if (findings.size >= MOST_LOOK_UPS || !options.mayGoOn()) {
        throw unsupported()
      }
      const finding = options.lookUp(question, subject, attribute)
      findings.set(key, finding)
      return finding
    },
    async resolve(name) {
      const known = named.get(name)
      if (known !== undefined || named.size >= MOST_NAMES || !options.mayGoOn()) return known
      const subject = options.resolveSubject(name)
      named.set(name, subject)
      return subject
    },
    spend() {
      steps += 1
      if (steps > MOST_STEPS) {
        throw unsupported()
      }
    },
  }
}

/** One error for every failure to fill a schema: a specific one would depend on the sources. */
export function unsupported(cause?: unknown): NoResult {
  return new NoResult('schema_not_met', { cause })
}
