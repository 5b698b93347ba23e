import { type CitationPiece, type Piece, splitMarkers } from './markers.ts'

/**
 * Markdown reads brackets itself: `[[1]]` can become part of a link that the report defines. So markers
 * are sealed before it is parsed, with letters that are punctuation to Markdown as brackets are, and
 * nothing more. A number that nobody can guess keeps the report from writing a seal itself, also by
 * character references, which are read only after the sealing.
 */
const OPEN = '⸨'
const CLOSE = '⸩'
const NONCE_PARTS = 2

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
  const nonce = crypto.getRandomValues(new Uint32Array(NONCE_PARTS)).join('')
  const seal = new RegExp(`${OPEN}${nonce}:(\\d+)${CLOSE}`, 'g')
  const inUrl = `${encodeURI(OPEN)}${nonce}:(\\d+)${encodeURI(CLOSE)}`
  const sealInUrl = new RegExp(inUrl, 'gi')
  const sealsBehindUrl = new RegExp(`(?:${inUrl})+$`, 'i')
  const sealed: CitationPiece[] = []
  const originalOf = (index: string) => sealed[Number(index)]?.original ?? ''
  return {
    text: splitMarkers(text, sourceCount)
      .map(piece =>
        piece.kind === 'text' ? piece.text : `${OPEN}${nonce}:${sealed.push(piece) - 1}${CLOSE}`,
      )
      .join(''),
    split: part =>
      part.split(seal).flatMap((value, index): Piece[] => {
        if (index % 2 === 0) return value === '' ? [] : [{ kind: 'text', text: value }]
        const piece = sealed[Number(value)]
        return piece ? [piece] : []
      }),
    restore: part => part.replace(seal, (_, index) => originalOf(index)),
    restoreUrl: url =>
      url
        .replace(sealsBehindUrl, '')
        .replace(sealInUrl, (_, index) => encodeURI(originalOf(index))),
  }
}
