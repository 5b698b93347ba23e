import type { Span } from '../text/span.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import type { Word } from '../text/words.ts'

const MOST_ITEM_WORDS = 5

/** Where a sentence lists things: "salt, iron ore and timber". */
export function listSpans(text: string, all: readonly Word[]): Span[] {
  const found: Span[] = []
  let first = 0
  while (first < all.length) {
    const list = listFrom(text, all, first)
    if (list) {
      found.push({ start: all[first]?.start ?? 0, end: all[list.last]?.end ?? 0 })
      first = list.last + 1
    } else first += 1
  }
  return found
}

/** Items of a few words, parted by commas and closed by "and" or "or". */
function listFrom(text: string, all: readonly Word[], first: number): { last: number } | undefined {
  let at = first
  let isClosing = false
  for (;;) {
    const last = itemFrom(text, all, at)
    if (last === undefined) return undefined
    if (isClosing) return { last }
    const next = all[last + 1]
    if (!next) return undefined
    const between = text.slice(all[last]?.end, next.start)
    isClosing = /^(?:and|or)$/.test(next.folded)
    if (!isClosing && between !== ', ') return undefined
    if (isClosing && !/^,? $/.test(between)) return undefined
    at = isClosing ? last + 2 : last + 1
  }
}

function itemFrom(text: string, all: readonly Word[], first: number): number | undefined {
  let last: number | undefined
  for (let at = first; at < Math.min(all.length, first + MOST_ITEM_WORDS); at++) {
    const word = all[at] as Word
    if (at > first && !/^[\s\-–]$/.test(text.slice(all[at - 1]?.end, word.start))) break
    const isInner = at > first && word.folded === 'of'
    if (STOP_WORDS.has(word.folded) && !isInner) break
    if (!isInner) last = at
  }
  return last
}
