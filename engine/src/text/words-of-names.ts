const IDENTIFIER = /\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu
const LONGEST = 64

/** Splits the identifiers of a text into words, each once: `body Limit` for `bodyLimit`. */
export function wordsOfNames(text: string): string[] {
  const found = new Set(Array.from(text.matchAll(IDENTIFIER), ([name]) => name))
  return [...found].filter(({ length }) => length <= LONGEST).map(splitName)
}

/** Splits an identifier before each capital letter. */
export function splitName(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
}
