/** `[[1]]` and `[[1, 2]]` as the engine writes them, `[1]` as others do. */
const MARKER = /\s?\[\[?\d{1,4}(?:,\s?\d{1,4})*\]\]?/g
const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g
const ADDRESS = /https?:\/\/[^\s)\]]+/g
const LIST_SIGN = /^\s{0,8}(?:(?:[-*+•>]|#{1,6}|\d{1,3}[.)])\s+)+/
/** Emphasis and code signs. An underscore inside a word is part of it. */
const EMPHASIS = /\*{1,3}|`{1,3}|~~|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu

/** Limit on the characters of a sentence that are read. */
export const MOST_SENTENCE_CHARACTERS = 5_000

/** Returns a text as readers see it: no markers, no Markdown, single spaces. */
export function plainSentence(text: string): string {
  return collapse(
    text
      .replace(MARKER, '')
      .replace(LINK, '$1')
      .replace(ADDRESS, ' ')
      .replace(LIST_SIGN, '')
      .replace(EMPHASIS, ''),
  )
}

/** Collapses white space, so that line breaks do not make two quotes differ. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
