import { normalizeLine, proseLine } from './normalize-text.ts'

/** Gathers running text into lines and paragraphs. */
export interface LineWriter {
  /** Goes on with the line that is being written. */
  add(text: string): void
  endLine(): void
  endParagraph(): void
  /** Lines that are written as they shall stand, apart from what is around them. */
  addParagraph(lines: readonly string[]): void
  toString(): string
}

export function createLineWriter(): LineWriter {
  const lines: string[] = []
  let parts: string[] = []
  const endLine = () => {
    const text = normalizeLine(parts.join(''))
    if (text !== '') lines.push(proseLine(text))
    parts = []
  }
  const endParagraph = () => {
    endLine()
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  return {
    add: text => void parts.push(text),
    endLine,
    endParagraph,
    addParagraph(written) {
      endParagraph()
      for (const line of written) lines.push(line)
      endParagraph()
    },
    toString() {
      endLine()
      while (lines.at(-1) === '') lines.pop()
      return lines.join('\n')
    },
  }
}
