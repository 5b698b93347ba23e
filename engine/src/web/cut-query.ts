import { normalizeLine } from '../extract/normalize-text.ts'

/** As many whole words of a query as a service takes. */
export function cutQuery(
  text: string,
  { maxCharacters, maxWords = Number.POSITIVE_INFINITY }: QueryLimits,
): string {
  const kept: string[] = []
  let length = 0
  for (const word of normalizeLine(text).split(' ')) {
    length += word.length + (kept.length > 0 ? 1 : 0)
    if (length > maxCharacters || kept.length >= maxWords) break
    kept.push(word)
  }
  // Some languages write without spaces, and some things that are no words are very long.
  return kept.length > 0
    ? kept.join(' ')
    : normalizeLine(text).slice(0, maxCharacters).toWellFormed()
}

export interface QueryLimits {
  readonly maxCharacters: number
  readonly maxWords?: number | undefined
}
