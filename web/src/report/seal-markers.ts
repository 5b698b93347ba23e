import { type Piece, splitMarkers } from './markers.ts'

/**
 * Markdown reads brackets itself: `[[1]]` can become part of a link that the report defines. So markers
 * are sealed before it is parsed, with letters that are punctuation to Markdown as brackets are, and
 * nothing more.
 */
const OPEN = '⸨'
const CLOSE = '⸩'
const SEAL = /⸨(\d+)⸩/g
const SEAL_IN_URL = /%E2%B8%A8(\d+)%E2%B8%A9/gi
const SEALS_BEHIND_URL = /(?:%E2%B8%A8\d+%E2%B8%A9)+$/i

export interface SealedText {
  readonly text: string
  /** A text of the parsed document, with its citations. */
  split(text: string): Piece[]
  /** As it was written, for code. */
  restore(text: string): string
  /** An address without the marker that was written directly behind it. */
  restoreUrl(url: string): string
}

export function sealMarkers(text: string, sourceCount: number): SealedText {
  const sealed: Piece[] = []
  const seal = (piece: Piece) => `${OPEN}${sealed.push(piece) - 1}${CLOSE}`
  const originalOf = (index: string) => {
    const piece = sealed[Number(index)]
    return piece?.kind === 'citation' ? piece.original : (piece?.text ?? '')
  }
  const result = splitMarkers(text, sourceCount)
    .map(piece =>
      piece.kind === 'citation'
        ? seal(piece)
        : // Whoever writes the seal's own letter gets it back, and no citation.
          piece.text.replaceAll(OPEN, letter => seal({ kind: 'text', text: letter })),
    )
    .join('')
  return {
    text: result,
    split: part =>
      part.split(SEAL).flatMap((value, index): Piece[] => {
        if (index % 2 === 0) return value === '' ? [] : [{ kind: 'text', text: value }]
        const piece = sealed[Number(value)]
        return piece ? [piece] : []
      }),
    restore: part => part.replace(SEAL, (_, index) => originalOf(index)),
    restoreUrl: url =>
      url
        .replace(SEALS_BEHIND_URL, '')
        .replace(SEAL_IN_URL, (_, index) => encodeURI(originalOf(index))),
  }
}
