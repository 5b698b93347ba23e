import type { Document } from '../library/document.ts'
import { detectLanguage } from '../text/detect-language.ts'
import type { Draft } from './draft.ts'
import { extractCsv } from './extract-csv.ts'
import { ExtractError } from './extract-error.ts'
import { extractHtml } from './extract-html.ts'
import { extractJson } from './extract-json.ts'
import { extractMarkdown } from './extract-markdown.ts'
import type { ExtractOptions } from './extract-options.ts'
import { extractPdf } from './extract-pdf.ts'
import { extractPlainText } from './extract-plain-text.ts'
import { MAX_BYTES, MAX_TEXT_CHARACTERS, MAX_TITLE_CHARACTERS } from './limits.ts'
import { normalizeLine, normalizeText } from './normalize-text.ts'
import { ownUrl } from './own-url.ts'
import { parseDate } from './parse-date.ts'
import { type Format, sniffFormats } from './sniff-format.ts'
import { titleFromUrl } from './title-from-url.ts'

type Read = (
  bytes: Uint8Array,
  options: ExtractOptions,
) => Draft | readonly Draft[] | Promise<Draft>

const READERS: Readonly<Record<Format, Read>> = {
  html: extractHtml,
  pdf: extractPdf,
  markdown: extractMarkdown,
  text: extractPlainText,
  json: extractJson,
  csv: extractCsv,
}

/**
 * Turns a file into documents: one, or one per record for JSON whose records have an identity of
 * their own. It is work for the processor and takes what comes: run it by `extract-in-worker.ts`
 * where a file could be hostile.
 */
export async function extractDocument(
  bytes: Uint8Array,
  options: ExtractOptions,
): Promise<Document[]> {
  if (bytes.length > MAX_BYTES) {
    throw new ExtractError(`is larger than ${MAX_BYTES / 1024 / 1024} MB; split it`)
  }
  if (bytes.length === 0) throw new ExtractError('is empty')
  const drafts = await readDrafts(bytes, options)
  const documents = drafts.map(draft => finish(draft, options)).filter(({ text }) => text !== '')
  if (documents.length === 0) {
    throw new ExtractError('holds no text; if it is a scan, run text recognition (OCR) on it first')
  }
  return documents
}

async function readDrafts(bytes: Uint8Array, options: ExtractOptions): Promise<readonly Draft[]> {
  const formats = sniffFormats(bytes, options)
  for (const [index, format] of formats.entries()) {
    try {
      return [await READERS[format](bytes, options)].flat()
    } catch (error) {
      if (index === formats.length - 1 || !(error instanceof ExtractError)) throw error
    }
  }
  return []
}

function finish(draft: Draft, options: ExtractOptions): Document {
  if (draft.text.length > MAX_TEXT_CHARACTERS) {
    throw new ExtractError(`holds more than ${MAX_TEXT_CHARACTERS} characters of text; split it`)
  }
  const text = normalizeText(draft.text)
  const url = ownUrl(draft, options)
  const title = (draft.recordId === undefined && options.title) || draft.title || ''
  const publishedOn = options.publishedOn ?? draft.publishedOn ?? parseDate(options.lastModified)
  const language = options.language ?? draft.language ?? detectLanguage(text)
  const countries = options.countries ?? draft.countries
  const rating = options.rating ?? draft.rating
  return {
    url,
    title: normalizeLine(title).slice(0, MAX_TITLE_CHARACTERS).trim() || titleFromUrl(url),
    text,
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
    ...(countries && countries.length > 0 && { countries }),
    ...(rating && { rating }),
  }
}
