const BROKEN = /(\p{L}+)[-\u00ad\u2010]$/u
const MOST_WORDS = 200_000

/** Joins two lines that were broken to fit a width. */
export type JoinLines = (before: string, after: string) => string

/**
 * Joins a word that was broken at a hyphen. The hyphen stays, as in well-known, if the text spells the
 * word with it elsewhere, or if the text breaks no words and never spells it without.
 */
export function lineJoiner(text: string, { breaksWords }: { breaksWords: boolean }): JoinLines {
  let spelt: ReadonlySet<string> | undefined
  return (before, after) => {
    const start = BROKEN.exec(before)?.[1]
    const rest = /^\p{Ll}+/u.exec(after)?.[0]
    if (start === undefined || rest === undefined) return `${before} ${after}`
    if (!before.endsWith('-')) return before.slice(0, -1) + after
    spelt ??= spellings(text)
    const isWhole = spelt.has((start + rest).toLowerCase())
    const isCompound = spelt.has(`${start}-${rest}`.toLowerCase())
    return isWhole || (breaksWords && !isCompound) ? before.slice(0, -1) + after : before + after
  }
}

function spellings(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu)) {
    found.add(word)
    if (found.size >= MOST_WORDS) break
  }
  return found
}
