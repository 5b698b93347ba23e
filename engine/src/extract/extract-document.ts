import { decodePercent } from '../decode-percent.ts'
import type { Document } from '../library/document.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { extractCsv } from './extract-csv.ts'
import { extractJson } from './extract-json.ts'
import { extractMarkdown } from './extract-markdown.ts'
import { extractPlainText } from './extract-plain-text.ts'
import {
  type Draft,
  ExtractError,
  type ExtractOptions,
  MAX_BYTES,
  MAX_TEXT_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from './extraction.ts'
import { FILING_ALIAS, filingTitle, readFilingCover } from './filing-cover.ts'
import { extractHtml } from './html/extract-html.ts'
import { normalizeLine, normalizeText } from './normalize-text.ts'
import { parseDate } from './parse-date.ts'
import { extractPdf } from './pdf/extract-pdf.ts'
import { type Format, sniffFormats } from './sniff-format.ts'

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
const LONGEST_URL = 2000

/**
 * Turns a file into documents: one, or one per record for JSON whose records have an identity of
 * their own. It is work for the processor and takes what comes: run it by `open-extractor.ts`
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
  const cover = draft.recordId === undefined ? readFilingCover(text) : undefined
  const title =
    (draft.recordId === undefined && options.title) ||
    (cover ? filingTitle(cover) : draft.title) ||
    ''
  const publishedOn = options.publishedOn ?? draft.publishedOn ?? parseDate(options.lastModified)
  const language = options.language ?? draft.language ?? detectLanguage(text)
  const countries = options.countries ?? draft.countries
  const rating = options.rating ?? draft.rating
  return {
    url,
    title: normalizeLine(title).slice(0, MAX_TITLE_CHARACTERS).trim() || titleFromUrl(url),
    text,
    ...(cover && { aliases: [FILING_ALIAS] }),
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
    ...(countries && countries.length > 0 && { countries }),
    ...(rating && { rating }),
  }
}

/** Returns a document's own address if it is trusted, or else that of the file. */
function ownUrl(draft: Draft, { url, ownUrl: allowed = 'same-host' }: ExtractOptions) {
  const claimed = allowed === 'none' ? undefined : claimedUrl(draft.url, url)
  if (claimed && (allowed === 'any' || isSameHost(claimed, new URL(url)))) return claimed.href
  if (draft.recordId === undefined) return url
  const address = new URL(url)
  address.hash = encodeURIComponent(draft.recordId)
  return address.href
}

function claimedUrl(claim: string | undefined, base: string): URL | undefined {
  if (!claim || claim.length > LONGEST_URL || !URL.canParse(claim, base)) return undefined
  const claimed = new URL(claim, base)
  if (claimed.protocol !== 'https:' && claimed.protocol !== 'http:') return undefined
  if (claimed.username || claimed.password) return undefined
  // Some sites give their front page as the address of every page.
  const isFrontPage = claimed.pathname === '/' && claimed.search === ''
  return isFrontPage && !/\/(?:index\.\w+)?$/.test(new URL(base).pathname) ? undefined : claimed
}

function isSameHost(left: URL, right: URL): boolean {
  const plain = ({ host }: URL) => host.replace(/^www\./, '')
  return plain(left) === plain(right)
}

/** Makes a title from the last part of an address. */
function titleFromUrl(url: string): string {
  const { pathname, hostname, hash } = new URL(url)
  const last = pathname.split('/').findLast(part => part !== '')
  const name = decodePercent(last ?? '').replace(/\.[a-z0-9]{1,8}$/i, '')
  const words = name.replace(/[_-]+/g, ' ').trim() || hostname
  return hash.length > 1 ? `${words} ${decodePercent(hash.slice(1))}` : words
}
