import type { FoundPage, SourceControls } from './research.ts'

/** Lists and reads pages for callers that research by themselves. */
export interface Pages {
  /** Lists pages of the library and of the search services; throws NoResult if none could be asked. */
  search(query: PageQuery, signal: AbortSignal): Promise<readonly FoundPage[]>
  /** Reads pages from the library, or else from their sites, in the order of their addresses. */
  read(urls: readonly string[], options: ReadOptions): Promise<readonly ReadPage[]>
}

export interface PageQuery {
  readonly text: string
  readonly sources: SourceControls
  readonly count: number
  /** The number of earlier lists of this length to skip. */
  readonly offset: number
}

export type PageFormat = 'html' | 'markdown'

interface ReadOptions {
  readonly formats: readonly PageFormat[]
  /** Time limit for each page. */
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal
}

/** A page in the wanted formats, or the reason that it could not be read. */
export type ReadPage = { readonly url: string } & (
  | ({ readonly title: string } & Readonly<Partial<Record<PageFormat, string>>>)
  | { readonly problem: string }
)
