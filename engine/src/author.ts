import type { JsonObject } from '@footnote/contract/json-object'
import type { Finding } from './evidence/finding.ts'
import type { Ledger } from './evidence/ledger.ts'
import type { Passage } from './library/passage.ts'
import type { OpenBudget } from './open-budget.ts'
import type { Part } from './plan/plan-research.ts'
import type { SourcePolicy } from './policy/source-policy.ts'
import type { KeptReplies, ResearchRequest } from './research.ts'
import type { Source } from './search/source.ts'
import type { FieldEvidence } from './shape/prove-values.ts'
import type { Judged } from './verify/problem.ts'
import type { Draft } from './write/draft.ts'

/**
 * The five steps of a run that take understanding. `extractive/` does them with search, the reading
 * model and templates, `llm/` with a language model, and `with-fallback.ts` combines the two.
 * Everything that an author returns is a proposal: the pipeline proves it before a caller sees it.
 */
export interface Author {
  /** Says in plain English what a request asks for; undefined if its words are all there is to ask. */
  rephrase?(request: ResearchRequest, options: RephraseOptions): Promise<Rephrased | undefined>
  /** Splits the request into parts; after a round, returns further parts that are still missing. */
  plan(run: Run, found?: Found): Promise<Plan>
  /** Finds what passages say about a part; undefined if they do not answer it. */
  read(reading: Reading, run: Run): Promise<Finding | undefined>
  /** Writes drafts, the best first. The pipeline asks for the next one if verification leaves nothing. */
  write(material: Material, run: Run): AsyncIterable<Draft>
  /** Fills the caller's schema with values that the evidence supports. */
  fill(schema: JsonObject, material: Material, run: Run): Promise<Filled>
  /** Judges claims by their quotes, and may shorten those that go beyond them. */
  judge(claims: readonly Claim[], options: JudgeOptions, run: Run): Promise<readonly Judgement[]>
}

export interface RephraseOptions extends Pick<Run, 'policy' | 'today'> {
  readonly signal?: AbortSignal | undefined
}

/** A request in plain English questions. */
export interface Rephrased {
  /** Each is complete, or is about the result of one before it: "the area of them". */
  readonly questions: readonly string[]
  /** In the caller's words. */
  readonly asked: string
  /** Wishes that the collections cannot meet, in the caller's words: documents may. */
  readonly wishes: readonly string[]
  /** Notes on what was not understood. */
  readonly notes: readonly string[]
  /** The language of the request, if that is not English. */
  readonly language?: string
}

/** A request in the caller's words or in plain ones. */
export type AskedRequest = ResearchRequest & Partial<Rephrased>

/** One call of the pipeline. */
export interface Run {
  readonly request: AskedRequest
  readonly source: Source
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  /** As YYYY-MM-DD. */
  readonly today: string
  readonly signal?: AbortSignal
  /** Replies of earlier attempts, if the run has been interrupted. */
  readonly kept?: KeptReplies
}

export interface Plan {
  readonly parts: readonly Part[]
  readonly kind: ResearchRequest['kind']
  /** The language that the answer is wanted in, as a BCP 47 tag. */
  readonly language: string
  /** A question for figures of companies, if the parts ask for something beside them. */
  readonly figures?: string | undefined
}

/** The plan so far, and the findings of the parts that were answered. */
export interface Found {
  readonly plan: Plan
  readonly findings: ReadonlyMap<Part, Finding>
}

export interface Reading {
  readonly part: Part
  readonly passages: readonly Passage[]
  /** Number of prompts that may be sent at once. */
  readonly readers: number
  /** The finding of another author, to be improved. */
  readonly known?: Finding
}

export interface Material {
  readonly language: string
  readonly findings: readonly Finding[]
  readonly ledger: Ledger
  /** Everything that was read, best first. */
  readonly passages: readonly Passage[]
}

export interface Filled {
  readonly content: JsonObject
  readonly fields: readonly FieldEvidence[]
}

export interface Claim {
  readonly text: string
  readonly quotes: readonly string[]
}

export interface JudgeOptions {
  readonly language: string
  readonly mayShorten: boolean
}

export interface Judgement {
  readonly verdict: Judged
  /** The part of the claim that its quotes support. */
  readonly shortened?: string
}
