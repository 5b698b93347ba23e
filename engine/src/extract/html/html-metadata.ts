import { languageTag } from '../../text/language-tag.ts'
import type { Draft } from '../extraction.ts'
import { normalizeLine } from '../normalize-text.ts'
import { parseDate } from '../parse-date.ts'
import type { HtmlNode } from './html-left-out.ts'

const DATE_NAMES = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publication_date',
  'citation_publication_date',
  'citation_date',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dcterms.date',
]
const MOST_HEADINGS = 10
const ADULT = /^(?:adult|rta-5042-1996-1400-1577-rta)$/i
const MATURE = /^(?:mature|restricted|14 years)$/i
const LONGEST_SCRIPT = 200_000
const MOST_SCRIPTS = 20
const MOST_VALUES = 5_000

/** Reads a page's details about itself. */
export function htmlMetadata(document: HtmlNode): Omit<Draft, 'text'> {
  const named = metaValues(document)
  const url = canonicalUrl(document) ?? named.get('og:url')
  const publishedOn = publishedDate(document, named)
  const language = languageTag(
    document.querySelector('html')?.getAttribute('lang') ??
      document.querySelector('html')?.getAttribute('xml:lang') ??
      named.get('content-language') ??
      named.get('og:locale'),
  )
  const rating = ratingOf(named.get('rating') ?? '')
  return {
    title: pageTitle(document, named),
    ...(url && { url: url.replace(/#.*$/s, '') }),
    ...(publishedOn && { publishedOn }),
    ...(language && { language }),
    ...(rating && { rating }),
  }
}

function metaValues(document: HtmlNode): Map<string, string> {
  const values = new Map<string, string>()
  for (const meta of document.querySelectorAll('meta[content]')) {
    const name =
      meta.getAttribute('property') ?? meta.getAttribute('name') ?? meta.getAttribute('itemprop')
    const key = (name ?? meta.getAttribute('http-equiv') ?? '').toLowerCase()
    const value = meta.getAttribute('content')?.trim() ?? ''
    if (value !== '' && !values.has(key)) values.set(key, value)
  }
  return values
}

function canonicalUrl(document: HtmlNode): string | undefined {
  for (const link of document.querySelectorAll('link[rel][href]')) {
    const rels = link.getAttribute('rel')?.toLowerCase().split(/\s+/) ?? []
    if (rels.includes('canonical')) return link.getAttribute('href') ?? undefined
  }
  return undefined
}

function publishedDate(document: HtmlNode, named: ReadonlyMap<string, string>) {
  const [published, ...others] = DATE_NAMES.map(name => named.get(name))
  const time =
    document.querySelector('time[pubdate][datetime], time[itemprop=datePublished][datetime]') ??
    document.querySelector('article time[datetime], header time[datetime], main time[datetime]')
  const marked = document.querySelector('[itemprop=datePublished]')
  const candidates = [
    () => published,
    () => linkedDate(document),
    ...others.map(value => () => value),
    () => time?.getAttribute('datetime'),
    () => marked?.textContent,
  ]
  for (const candidate of candidates) {
    const date = parseDate(candidate())
    if (date) return date
  }
  return undefined
}

/** Returns the title without the site's name, which often precedes or follows it. */
function pageTitle(document: HtmlNode, named: ReadonlyMap<string, string>): string {
  const title = normalizeLine(
    named.get('og:title') ?? document.querySelector('title')?.textContent ?? '',
  )
  const headings = [...document.querySelectorAll('h1')]
    .slice(0, MOST_HEADINGS)
    .map(heading => normalizeLine(heading.textContent ?? ''))
  if (title === '') return headings[0] ?? ''
  const own = headings.find(heading => heading.length > 2 && title.startsWith(heading))
  if (own) return own
  const site = [named.get('og:site_name') ?? '', ...headings].find(
    name => name !== '' && title.endsWith(name),
  )
  const rest = site ? title.slice(0, -site.length) : title
  return /\S\s*[-–—|·:»]\s*$/.test(rest) ? rest.replace(/\s*[-–—|·:»]\s*$/, '') : title
}

function ratingOf(written: string): Draft['rating'] {
  if (ADULT.test(written)) return 'adult'
  return MATURE.test(written) ? 'mature' : undefined
}

/** Reads `datePublished` from the page's linked data (JSON-LD). */
function linkedDate(document: HtmlNode): string | undefined {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const found = findDate(parse(script.textContent ?? ''))
    if (found) return found
  }
  return undefined
}

function parse(text: string): unknown {
  if (text.length > LONGEST_SCRIPT) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Searches breadth first: the page's own date is above those of its comments. */
function findDate(root: unknown): string | undefined {
  const values: unknown[] = [root]
  for (let at = 0; at < values.length && at < MOST_VALUES; at += 1) {
    const value = values[at]
    if (typeof value !== 'object' || value === null) continue
    if ('datePublished' in value && typeof value.datePublished === 'string') {
      return value.datePublished
    }
    for (const child of Object.values(value)) values.push(child)
  }
  return undefined
}
