import { plainText } from './plain-text.ts'

const MOST_PIECES = 4_000
/**
 * `[[1]]`, `[[1, 2]]`, also with the backslashes that some writers put there. A target directly after
 * it, as in `[[1]](https://…)`, goes with it: the list of sources says where a number leads.
 */
const MARKER =
  /\\?\[\\?\[(\d{1,4}(?: ?, ?\d{1,4})*)\\?\]\\?\](?:\((?:[a-z][a-z\d+.-]*:|[#/])(?:[^()\s]|\([^()\s]*\)){0,2000}\))?/gi

export interface CitationPiece {
  readonly kind: 'citation'
  readonly numbers: readonly number[]
  /** The marker's numbers that no source has, as text. */
  readonly rest: string
  readonly original: string
}

export type Piece = { readonly kind: 'text'; readonly text: string } | CitationPiece

/** A text and the citations within it; markers that lead nowhere stay text. */
export function splitMarkers(text: string, sourceCount: number): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(MARKER)) {
    const piece = readMarker(match, sourceCount)
    if (!piece) continue
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push(piece)
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

function readMarker(match: RegExpExecArray, sourceCount: number): CitationPiece | undefined {
  const [original, list = ''] = match
  const written = [...new Set(list.split(',').map(Number))]
  const numbers = written.filter(number => number >= 1 && number <= sourceCount)
  if (numbers.length === 0) return undefined
  const unknown = written.filter(number => !numbers.includes(number))
  const rest = unknown.length === 0 ? '' : `[[${unknown.join(', ')}]]`
  return { kind: 'citation', numbers, rest, original }
}

/** A number stands at its word, whatever space was left before the marker. */
export function closeUp(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) =>
    piece.kind === 'text' && pieces[index + 1]?.kind === 'citation'
      ? { kind: 'text', text: piece.text.replace(/(?<=\S) {1,2}$/, '') }
      : piece,
  )
}

/** The pieces of a text that is no Markdown; with more than anybody needs, the text as it is. */
export function piecesOfText(text: string, sourceCount: number): Piece[] {
  const shown = plainText(text)
  const pieces = closeUp(splitMarkers(shown, sourceCount))
  return pieces.length > MOST_PIECES ? [{ kind: 'text', text: shown }] : pieces
}

/** The numbers that are cited anywhere in an object, or in a text that is no Markdown. */
export function citedNumbers(content: unknown, sourceCount: number): ReadonlySet<number> {
  const cited = new Set<number>()
  // A list of what is still to be seen instead of a recursion: an object may be deep.
  const open: unknown[] = [content]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      for (const piece of piecesOfText(next, sourceCount))
        if (piece.kind === 'citation') for (const number of piece.numbers) cited.add(number)
    } else if (typeof next === 'object' && next !== null) {
      for (const value of Object.values(next)) open.push(value)
    }
  }
  return cited
}
