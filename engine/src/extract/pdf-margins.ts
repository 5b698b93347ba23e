import { leftOf, type PdfLine, rightOf } from './pdf-lines.ts'

/** Tells whether a line ends only because the next line's first word did not fit on it. */
export type IsFull = (line: PdfLine, next: PdfLine) => boolean

/** By how far the lines that begin where it begins, or nearly there, reach to the right. */
export function findMargins(pages: readonly (readonly PdfLine[])[]): IsFull {
  const margins = new Map<PdfLine, number>()
  for (const lines of pages) {
    const reached = new Map<number, number>()
    for (const line of lines) {
      const at = placeOf(line)
      reached.set(at, Math.max(reached.get(at) ?? 0, rightOf(line)))
    }
    for (const line of lines) {
      const at = placeOf(line)
      const near = [at - 1, at, at + 1].map(place => reached.get(place) ?? 0)
      margins.set(line, Math.max(...near))
    }
  }
  return (line, next) => {
    const text = next.cells[0]?.text ?? ''
    const width = (next.cells[0]?.right ?? 0) - leftOf(next)
    const word = /^\S+/.exec(text)?.[0].length ?? 0
    const wordWidth = (width * (word + 1)) / Math.max(1, text.length)
    return rightOf(line) + wordWidth > (margins.get(line) ?? 0) - 2 * line.size
  }
}

const PLACE_POINTS = 20

function placeOf(line: PdfLine): number {
  return Math.round(leftOf(line) / PLACE_POINTS)
}
