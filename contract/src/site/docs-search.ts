/** Path of the search index, one file that the documentation's script loads when a reader begins to search. */
export const DOCS_SEARCH_PATH = '/docs/search.json'

/** A part of a page of the documentation: its opening, or the text below one heading. */
export interface DocsSection {
  /** Path of the page, with the heading's id after `#`. */
  readonly href: string
  readonly title: string
  /** Empty for the opening of a page. */
  readonly heading: string
  readonly text: string
}
