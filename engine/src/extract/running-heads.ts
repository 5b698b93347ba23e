import type { PdfLine } from './pdf-lines.ts'
import { lineText } from './pdf-text.ts'

const FEWEST_PAGES = 4
const LEAST_SHARE = 0.4
const LINES_AT_EDGE = 2

/** The pages without what stands at the top or bottom of most of them, page numbers included. */
export function dropRunningHeads(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
  const seen = new Map<string, number>()
  for (const [page, lines] of pages.entries()) {
    const keys = new Set(edges(lines).flatMap(line => keysOf(line, page)))
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const fewest = Math.max(FEWEST_PAGES, pages.length * LEAST_SHARE)
  const isRepeated = (key: string) => (seen.get(key) ?? 0) >= fewest
  return pages.map((lines, page) => {
    const dropped = new Set(
      edges(lines).filter(line => keysOf(line, page).some(isRepeated) || isPageNumber(line)),
    )
    return lines.filter(line => !dropped.has(line))
  })
}

/** By height on the page: content need not begin with its top. */
function edges(lines: readonly PdfLine[]): PdfLine[] {
  const sorted = lines.toSorted((one, other) => other.y - one.y)
  return [...sorted.slice(0, LINES_AT_EDGE), ...sorted.slice(-LINES_AT_EDGE)]
}

/** Where it stands and what it says; or, beside the number of the page, which page it counts from. */
function keysOf(line: PdfLine, page: number): string[] {
  const text = lineText(line)
  const height = Math.round(line.y / 4)
  const number = /^(\d{1,4})\s|\s(\d{1,4})$/.exec(text)
  const counted = number ? [`${height} from ${Number(number[1] ?? number[2]) - page}`] : []
  return [`${height} ${text.replace(/\d+/g, '0')}`, ...counted]
}

function isPageNumber(line: PdfLine): boolean {
  return /^(?:page\s+)?[-–—\s]*(?:\d{1,4}|[ivxl]{1,6})[-–—\s]*(?:(?:of|\/)\s*\d{1,4})?$/i.test(
    lineText(line),
  )
}
