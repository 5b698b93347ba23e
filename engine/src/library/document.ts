/** The text of a file or page, ready to be indexed. */
export interface Document {
  /** Stable: citations name it, and adding a document with the same URL replaces this one. */
  readonly url: string
  readonly title: string
  /** Other names of its subject, by which it can be found too. */
  readonly aliases?: readonly string[]
  /** All quotable text, in the format of `text/blocks.ts`. */
  readonly text: string
  /** The publication date as YYYY-MM-DD, if known. */
  readonly publishedOn?: string
  /** A BCP 47 tag in lower case, such as `en` or `zh-hant`. */
  readonly language?: string
  /** ISO 3166 codes in upper case of the countries in or for which it was published. */
  readonly countries?: readonly string[]
  /** The rating that safe search filters by. */
  readonly rating?: 'mature' | 'adult'
}

/** Returns the subject of a document: its title without the name of the work that it is part of. */
export function subjectOf(title: string): string {
  return title.split(/ [—–|] /)[0]?.trim() || title
}
