import { type Word, words } from '../text/words.ts'
import type { Problem } from './problem.ts'

/**
 * Names that go on otherwise than in the quotes: `Ines Moreira` where they have `Ines Duarte` only.
 * It is all that can be told of names in another language, where a name may be translated, and in
 * one that writes all nouns with capitals.
 */
export function renamedWords(plain: string, quotes: readonly string[]): Problem[] {
  const quoted = quotes.flatMap(quote => words(quote).map(({ folded }) => folded))
  const known = new Set(quoted)
  const begun = new Set(quotes.flatMap(namePairs).map(([one]) => one.folded))
  return namePairs(plain)
    .filter(([one, next]) => begun.has(one.folded) && !known.has(next.folded))
    .map(([, { text }]) => ({ kind: 'name', text }))
}

/** Words in capitals side by side. */
function namePairs(text: string): (readonly [Word, Word])[] {
  const all = words(text)
  return all.flatMap((one, at) => {
    const next = all[at + 1]
    return next && isName(one) && isName(next) && text.slice(one.end, next.start) === ' '
      ? [[one, next] as const]
      : []
  })
}

function isName({ text }: Word): boolean {
  return /^\p{Lu}\p{Ll}+/u.test(text)
}
