import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

export interface ProseCut extends Span {
  /** A piece is at least so long, where its sentences allow. */
  readonly least: number
  readonly most: number
}

/** Cuts prose at the ends of its paragraphs, else of sentences, else of words, else where it must be. */
export function* cutProse(text: string, { start, end, least, most }: ProseCut): Generator<Span> {
  let from = start
  while (end - from > most) {
    // Pieces of about the same length, so that no stub of a sentence is left at the end.
    const rest = end - from
    const even = Math.ceil(rest / Math.ceil(rest / most))
    const aim = Math.min(most, Math.max(least, even))
    const cut = from + bestCut(text.slice(from, from + most + 1), { aim, least, most })
    yield { start: from, end: cut }
    from = cut
  }
  if (end > from) yield { start: from, end }
}

function bestCut(
  window: string,
  { aim, least, most }: { aim: number; least: number; most: number },
): number {
  const fits = (cut: number) => cut >= Math.min(least, aim) / 2 && cut <= most
  const nearest = (cuts: readonly number[]) =>
    cuts.filter(fits).sort((one, other) => Math.abs(one - aim) - Math.abs(other - aim))[0]
  const cut =
    nearest(endsOf(/\n+/g, window)) ??
    // Where a sentence starts is known; its end may lie beyond the window.
    nearest(sentences(window).map(sentence => sentence.start)) ??
    nearest(endsOf(/[ \t;,|]+/g, window))
  return cut ?? beforeHalves(window, aim)
}

function endsOf(gap: RegExp, window: string): number[] {
  return Array.from(window.matchAll(gap), ({ 0: found, index }) => index + found.length)
}

/** Never between the halves of a character. */
function beforeHalves(window: string, cut: number): number {
  const code = window.charCodeAt(cut)
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff
  return isSecondHalf && cut > 1 ? cut - 1 : cut
}
