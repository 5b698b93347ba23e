import { languageTag } from '../../text/language-tag.ts'
import { plainKey, readDetails } from '../details.ts'
import type { Details } from '../extraction.ts'
import { normalizeLine } from '../normalize-text.ts'
import { parseDate } from '../parse-date.ts'
import type { HtmlNode } from './html-node.ts'

const ADULT = /^(?:adult|rta-5042-1996-1400-1577-rta)$/i
const MATURE = /^(?:mature|restricted|14 years)$/i
const MOST_HEADINGS = 10
const MOST_SCRIPTS = 20
/** In a page's linked data (JSON-LD), its own date comes before those of its comments. */
const LINKED_DATE = /"datePublished"\s*:\s*"([^"]{4,40})"/
const DATED = '[itemprop=datePublished], article time, header time, main time'

/** Reads a page's details about itself. */
export function htmlMetadata(document: HtmlNode): Details {
  const named = metaValues(document)
  const details = readDetails(named)
  const canonical = document.querySelector('link[rel~="canonical" i][href]')
  const url = canonical?.getAttribute('href') ?? details.url
  const html = document.querySelector('html')
  const declared = html?.getAttribute('lang') ?? html?.getAttribute('xml:lang')
  const rating = named.get('rating') ?? ''
  return {
    title: pageTitle(document, named),
    url: url?.replace(/#.*$/s, ''),
    publishedOn: details.publishedOn ?? markedDate(document),
    language: languageTag(declared) ?? details.language,
    rating: ADULT.test(rating) ? 'adult' : MATURE.test(rating) ? 'mature' : undefined,
  }
}

function metaValues(document: HtmlNode): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const meta of document.querySelectorAll('meta[content]')) {
    const name = ['property', 'name', 'itemprop', 'http-equiv'].find(each =>
      meta.hasAttribute(each),
    )
    const key = plainKey(meta.getAttribute(name ?? 'name') ?? '')
    const value = meta.getAttribute('content')?.trim() ?? ''
    if (value !== '' && !values.has(key)) values.set(key, value)
  }
  return values
}

/** Returns the date in the page's linked data, or else in its marked elements. */
function markedDate(document: HtmlNode): string | undefined {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  const linked = scripts
    .values()
    .take(MOST_SCRIPTS)
    .map(({ textContent }) => parseDate(LINKED_DATE.exec(textContent ?? '')?.[1]))
    .find(Boolean)
  const marked = document.querySelector(DATED)
  return linked ?? parseDate(marked?.getAttribute('datetime') ?? marked?.textContent)
}

/** Returns the title without the site's name, which often precedes or follows it. */
function pageTitle(document: HtmlNode, named: ReadonlyMap<string, string>): string {
  const title = normalizeLine(
    named.get('ogtitle') ?? document.querySelector('title')?.textContent ?? '',
  )
  const headings = [...document.querySelectorAll('h1')]
    .slice(0, MOST_HEADINGS)
    .map(heading => normalizeLine(heading.textContent ?? ''))
  if (title === '') return headings[0] ?? ''
  const own = headings.find(heading => heading.length > 2 && title.startsWith(heading))
  if (own) return own
  const site = [named.get('ogsitename') ?? '', ...headings].find(
    name => name !== '' && title.endsWith(name),
  )
  const rest = site ? title.slice(0, -site.length) : title
  return /\S\s*[-–—|·:»]\s*$/.test(rest) ? rest.replace(/\s*[-–—|·:»]\s*$/, '') : title
}
