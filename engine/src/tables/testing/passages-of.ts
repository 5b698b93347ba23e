import type { Passage } from '../../library/passage.ts'
import { splitPassages } from '../../library/split-passages.ts'

/** The passages of a document with this text, as the library cuts them. */
export function passagesOf(text: string, { title = 'A document', documentId = 1 } = {}): Passage[] {
  return splitPassages(text).map(({ start, text: piece, headings, tableHeader }) => ({
    url: `https://library.example/${documentId}`,
    title,
    documentId,
    start,
    text: piece,
    headings,
    score: 0,
    ...(tableHeader !== undefined && { tableHeader }),
  }))
}
