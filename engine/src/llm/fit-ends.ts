import { estimateTokens } from './client/estimate-tokens.ts'
import { fitTokens } from './client/fence-text.ts'

/** The question is at the beginning or the end of a request, with quotes and explanations between. */
const SHARE_OF_BEGINNING = 0.6
const GAP = '\n[…]\n'

/** Shortens a text that is too long to its beginning and its end. */
export function fitEnds(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  const room = Math.max(0, tokens - estimateTokens(GAP))
  const beginning = fitTokens(text, Math.floor(room * SHARE_OF_BEGINNING))
  const end = lastTokens(text.slice(beginning.length), room - estimateTokens(beginning))
  return `${beginning}${GAP}${end}`
}

function lastTokens(text: string, tokens: number): string {
  let fits = 0
  let tooLong = text.length + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (estimateTokens(text.slice(text.length - middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  const end = text.slice(text.length - fits).replace(/^[\udc00-\udfff]/, '')
  const word = end.search(/\s/)
  // A cut word is left out, if the text has words.
  return word >= 0 && word < end.length / 2 ? end.slice(word).trimStart() : end
}
