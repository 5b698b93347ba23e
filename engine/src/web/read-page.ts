import { parseDate } from '../extract/parse-date.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Document } from '../library/document.ts'
import { hostOf, isWithinDomain } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { ExtractorPool } from './open-extractor-pool.ts'
import { mayAdmit, type WebResult } from './search-service.ts'

const PAGE_TIMEOUT_MS = 10_000
/** About the length of a book. */
const MOST_CHARACTERS = 400_000
/** Wikipedia's name at the end of page titles, in its most common scripts. */
const SITE_NAME =
  /\s[-–—]\s(?:Wikip\p{L}+|Vikip\p{L}+|Вікіпедія|Википеди\p{L}+|Уикипедия|Βικιπαίδεια|ויקיפדיה|ويكيبيديا|위키백과|维基百科|維基百科|विकिपीडिया)$/u

/**
 * Reads the page that a search listed. Undefined when the policy does not allow what it turned out to
 * be; rejects when it cannot be read.
 */
export async function readPage(
  { fetcher, extractor }: { readonly fetcher: Fetcher; readonly extractor: ExtractorPool },
  result: WebResult,
  { policy, signal }: { readonly policy: SourcePolicy; readonly signal: AbortSignal },
): Promise<Document | undefined> {
  const { bytes, ...page } = await fetcher.fetch(fullPageUrl(result.url), {
    mayVisit: url => /^https?:/.test(url) && mayAdmit(policy, { url }),
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
  })
  if (!mayAdmit(policy, { url: page.url })) return undefined
  const edition = isWikipedia(page.url) ? editionDate(page.lastModified, result) : undefined
  const [document] = await extractor.extract(
    bytes,
    { ...page, ownUrl: 'same-host', ...(edition && { publishedOn: edition }) },
    signal,
  )
  if (!document) return undefined
  const { publishedOn = result.publishedOn } = document
  const finished = {
    ...document,
    title: isWikipedia(document.url) ? articleTitle(document.title) : document.title,
    text: cutText(document.text),
    ...(publishedOn !== undefined && { publishedOn }),
  }
  return policy.admits(finished) ? finished : undefined
}

/** An article gives the date of its creation; its text dates from its last edit. */
function editionDate(lastModified: string | undefined, { publishedOn }: WebResult) {
  return parseDate(lastModified) ?? publishedOn
}

/** Cuts between lines, because part of a table row or heading would read as another one. */
function cutText(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const end = text.lastIndexOf('\n', MOST_CHARACTERS)
  return (end > 0 ? text.slice(0, end) : text.slice(0, MOST_CHARACTERS)).toWellFormed()
}

function isWikipedia(url: string): boolean {
  return isWithinDomain(hostOf(url), 'wikipedia.org')
}

/** Returns the title of an article without the name of the site. */
function articleTitle(title: string): string {
  return title.replace(SITE_NAME, '').trim() || title
}

/** Returns the desktop address, which others cite. */
function fullPageUrl(url: string): string {
  return isWikipedia(url)
    ? url.replace(/^(https?:\/\/(?:[a-z-]+\.)?)m\.wikipedia/, '$1wikipedia')
    : url
}
