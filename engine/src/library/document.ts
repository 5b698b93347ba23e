/** The text of a file or page, ready to be indexed. */
export interface Document {
  /** Stable: what a citation names, and what adding the same document again replaces. */
  readonly url: string
  readonly title: string
  /** Other names of what it is about, under which it can be found too. */
  readonly aliases?: readonly string[]
  /** Everything that can be quoted, written as `text/blocks.ts` says. */
  readonly text: string
  /** When it was published, as YYYY-MM-DD; absent when nobody knows. */
  readonly publishedOn?: string
  /** A BCP 47 tag in lower case, such as `en` or `zh-hant`. */
  readonly language?: string
  /** ISO 3166 codes in upper case of the countries that it was published in or for. */
  readonly countries?: readonly string[]
  /** The rating that safe search filters by. */
  readonly rating?: 'mature' | 'adult'
}
