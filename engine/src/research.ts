import type { JsonObject } from '@footnote/contract/json-object'
import type { UpstreamReason } from '@footnote/contract/refund-causes'
import type { Effort } from './budgets.ts'

/** A request, from any operation of the API. */
export interface ResearchRequest {
  readonly kind: 'answer' | 'research' | 'finance'
  readonly input: string
  readonly effort: Effort
  readonly sources: SourceControls
  readonly outputSchema?: JsonObject
}

/** The caller's source controls, as the wire names them. */
export interface SourceControls {
  readonly include_domains?: readonly string[]
  readonly exclude_domains?: readonly string[]
  readonly boost_domains?: readonly string[]
  readonly freshness?: string
  readonly country?: string
  readonly language?: string
  readonly safesearch?: 'off' | 'moderate' | 'strict'
}

/** A result. Markers `[[n]]` in the content count `sources` from 1. */
export interface ResearchResult {
  readonly content: string | JsonObject
  readonly sources: readonly CitedSource[]
  /** The pages that search found, cited or not, best first. */
  readonly found: readonly FoundPage[]
  /** For JSON, the sources of each value. */
  readonly fields?: readonly FieldSources[]
}

export interface FieldSources {
  /** JSON Pointer of the value in the object. */
  readonly pointer: string
  /** Numbers of sources, from 1. */
  readonly sources: readonly number[]
  /** Verbatim from these sources. */
  readonly quotes: readonly string[]
}

export interface CitedSource {
  readonly url: string
  readonly title: string
  /** Verbatim from the indexed text. */
  readonly excerpts: readonly string[]
  readonly publishedOn?: string
}

export interface FoundPage {
  readonly url: string
  readonly title: string
  readonly snippets: readonly string[]
  readonly publishedOn?: string
}

/**
 * No honest result exists. The caller pays nothing, so neither the reason nor the message may depend
 * on what the sources say: each reason has one fixed message.
 */
export class NoResult extends Error {
  override name = 'NoResult'
  readonly reason: NoResultReason

  constructor(reason: NoResultReason, options: ErrorOptions = {}) {
    super(NO_RESULT[reason], options)
    this.reason = reason
  }
}

/** A schema refused before any source is read, so the message may say what is wrong with it. */
export class SchemaNotSupported extends NoResult {
  constructor(message: string, options: ErrorOptions = {}) {
    super('schema_not_supported', options)
    this.message = message
  }
}

export type NoResultReason = keyof typeof NO_RESULT

/** Messages for engine operators; the service has its own messages for customers. */
const NO_RESULT = {
  no_source:
    'No source supports an answer: add documents about it to the library, or ask about something it holds.',
  no_source_in_controls:
    'No source within the source controls supports an answer: loosen freshness, domains, country or language.',
  source_unreachable:
    'A source that may have the answer could not be reached: ask again in a few minutes.',
  schema_not_met:
    'The sources support no result that matches the schema: ask for every value in the input, loosen the schema, or allow null.',
  schema_not_supported: 'The schema is not supported: simplify it.',
} as const satisfies Partial<Record<UpstreamReason, string>>

/** Replies of a language model that earlier attempts at the same run have kept. */
export interface KeptReplies {
  recall(key: string): unknown
  /** Never rejects. */
  keep(key: string, reply: unknown): Promise<void>
}

/** The steps of the pipeline that a caller can watch. */
export type Stage =
  | 'planning'
  | 'searching'
  | 'reading'
  | 'ranking'
  | 'writing'
  | 'verifying'
  | 'shaping'

/** Names that every client of the wire may know; whole numbers only, never content. */
export type Counts = Partial<
  Record<'rounds' | 'queries' | 'results' | 'pages' | 'passages' | 'claims' | 'sources', number>
>

export interface Progress {
  readonly stage: Stage
  readonly counts: Counts
}

export interface ResearchOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Gets each source once, as soon as the result can hardly fail any more. */
  readonly onSource?: (source: Pick<CitedSource, 'url' | 'title'>) => void
  /** Gets each query once, when its search begins. */
  readonly onQuery?: (query: string) => void
  readonly kept?: KeptReplies
}

export type Research = (
  request: ResearchRequest,
  options: ResearchOptions,
) => Promise<ResearchResult>
