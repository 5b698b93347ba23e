import { getDocumentProxy } from 'unpdf'
import { languageTag } from '../../text/language-tag.ts'
import { type Draft, ExtractError, MAX_PAGES, MAX_TEXT_CHARACTERS } from '../extraction.ts'
import { normalizeLine } from '../normalize-text.ts'
import { parseDate } from '../parse-date.ts'
import { type PdfItem, type PdfLine, pdfLines } from './pdf-lines.ts'
import { lineText, pdfText } from './pdf-text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const ERRORS_ONLY = 0
/** Titles that programs generate. */
const NO_TITLE =
  /^(?:untitled|microsoft (?:word|powerpoint|excel) - .*|.*\.(?:docx?|indd|tex|dvi|qxd|pdf|pptx?|xlsx?))$/i
const FEWEST_PAGES = 4
const LEAST_SHARE = 0.4
const LINES_AT_EDGE = 2

export async function extractPdf(bytes: Uint8Array): Promise<Draft> {
  const pdf = await openPdf(bytes)
  try {
    const pages = dropRunningHeads(await readPages(pdf))
    const { info } = await pdf.getMetadata()
    const told: Readonly<Record<string, unknown>> = { ...info }
    const title = normalizeLine(textOf(told['Title']))
    const publishedOn = parseDate(textOf(told['CreationDate']).replace(/^D:(\d{8}).*$/s, '$1'))
    const language = languageTag(textOf(told['Language']))
    return {
      text: pdfText(pages),
      title: title === '' || NO_TITLE.test(title) ? largestLine(pages[0] ?? []) : title,
      ...(publishedOn && { publishedOn }),
      ...(language && { language }),
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  let pdf: Pdf
  try {
    // The library keeps the bytes, so it gets a copy.
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: ERRORS_ONLY })
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException'
    const reason = isLocked
      ? 'is a PDF that needs a password; save a copy without one'
      : 'is a damaged PDF; get it anew'
    throw new ExtractError(reason, { cause })
  }
  if (pdf.numPages <= MAX_PAGES) return pdf
  await pdf.loadingTask.destroy()
  throw new ExtractError(`has ${pdf.numPages} pages, more than ${MAX_PAGES}; split it`)
}

async function readPages(pdf: Pdf): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const texts: PdfItem[] = items.flatMap(item => ('str' in item ? [item] : []))
    characters += texts.reduce((sum, { str }) => sum + str.length, 0)
    if (characters > MAX_TEXT_CHARACTERS) {
      throw new ExtractError(`holds more than ${MAX_TEXT_CHARACTERS} characters; split it`)
    }
    pages.push(pdfLines(texts))
  }
  return pages
}

/** Finds the title of a paper or report: the largest line of its first page. */
function largestLine(lines: readonly PdfLine[]): string {
  const named = lines.filter(line => /\p{L}{3}/u.test(lineText(line)))
  const size = named.reduce((most, line) => Math.max(most, line.size), 0)
  const largest = named.filter(line => line.size >= size * 0.97)
  return largest.length > 3 ? '' : largest.map(lineText).join(' ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Removes lines at the top or bottom of most pages, page numbers included. */
function dropRunningHeads(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
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

/** Sorts by height, because the content may be in another order. */
function edges(lines: readonly PdfLine[]): PdfLine[] {
  const sorted = lines.toSorted((one, other) => other.y - one.y)
  return [...sorted.slice(0, LINES_AT_EDGE), ...sorted.slice(-LINES_AT_EDGE)]
}

/** Returns keys for the line's place and text, and for its offset to a page number in it. */
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
