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
