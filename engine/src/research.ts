import type { JsonObject } from '@footnote/contract/json-object'
import type { Effort } from './budgets.ts'
import type { Progress } from './progress.ts'

/** What is asked for, whichever operation of the wire it came by. */
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

/** What came of it. Markers `[[n]]` in the content count `sources` from 1. */
export interface ResearchResult {
  readonly content: string | JsonObject
  readonly sources: readonly CitedSource[]
  /** What search found, cited or not, best first. */
  readonly found: readonly FoundPage[]
  /** Of an object, what each single value rests on. */
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

/** No honest result exists; the message is for the caller and holds nothing of the question. */
export class NoResult extends Error {
  override name = 'NoResult'
  /** Somebody who may have known could not be reached: later it may be another story. */
  readonly isTemporary: boolean

  constructor(message: string, options: ErrorOptions & { readonly isTemporary?: boolean } = {}) {
    super(message, options)
    this.isTemporary = options.isTemporary ?? false
  }
}

export type Research = (
  request: ResearchRequest,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: Progress) => void },
) => Promise<ResearchResult>
