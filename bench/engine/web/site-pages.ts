import { buildPdf, placeLines } from '../../../engine/src/extract/testing/build-pdf.ts'
import { profileDocuments } from '../../../engine/src/facts/profile-documents.ts'
import type { Document } from '../../../engine/src/library/document.ts'
import { withFacts } from '../with-facts.ts'

export interface SitePage {
  /** Path of the page on its site. */
  readonly path: string
  readonly title: string
  /** The text in a search result. */
  readonly snippet: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

const PDF_EVERY = 10
const LINES_PER_PAGE = 52
const LINE_CHARACTERS = 95
const LINKS = 160
const SCRIPT_CHARACTERS = 12_000

/** Makes pages of the World Factbook's profiles: HTML with the usual navigation around it, and PDF. */
export function sitePages(): SitePage[] {
  return withFacts(facts => [...profileDocuments(facts)]).map((document, at) => {
    const isPdf = at % PDF_EVERY === PDF_EVERY - 1
    return {
      path: `/p/${at}`,
      title: document.title,
      snippet: document.text.slice(0, 200),
      contentType: isPdf ? 'application/pdf' : 'text/html; charset=utf-8',
      bytes: isPdf ? pdfOf(document) : Buffer.from(htmlOf(document)),
    }
  })
}

function htmlOf({ title, text }: Document): string {
  const body = text.split('\n').filter(line => line !== '')
  const links = Array.from(
    { length: LINKS },
    (_, at) =>
      `<li class="menu-item"><a href="/section/${at}" data-track="nav-${at}">Section ${at}</a></li>`,
  )
  const script = `window.state=${JSON.stringify('{"k":1},'.repeat(SCRIPT_CHARACTERS / 8))}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta property="article:published_time" content="2015-11-04"><style>.menu-item{color:#333}</style>
<script>${script}</script></head><body><header><nav><ul>${links.join('\n')}</ul></nav></header>
<main><article><h1>${escapeHtml(title)}</h1>
${body.map(lineHtml).join('\n')}
</article></main><aside><h2>More</h2><ul>${links.join('\n')}</ul></aside>
<footer><p>All rights reserved. <a href="/terms">Terms</a></p></footer><script>${script}</script></body></html>`
}

function lineHtml(line: string): string {
  const [, signs = '', heading = ''] = /^(#+) (.*)$/.exec(line) ?? []
  if (signs !== '')
    return `<h${signs.length + 1} class="heading">${escapeHtml(heading)}</h${signs.length + 1}>`
  return `<div class="field"><p><span class="text">${escapeHtml(line)}</span></p></div>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function pdfOf({ title, text }: Document): Uint8Array {
  const wrapped = `${title}\n${text}`
    .replace(/[^\n -~¡-ÿ]/g, '-')
    .split('\n')
    .flatMap(line => line.match(new RegExp(`.{1,${LINE_CHARACTERS}}(?: |$)`, 'g')) ?? [])
  const pages = Array.from({ length: Math.ceil(wrapped.length / LINES_PER_PAGE) }, (_, at) =>
    wrapped.slice(at * LINES_PER_PAGE, (at + 1) * LINES_PER_PAGE),
  )
  return buildPdf(pages.map(lines => placeLines(lines, { y: 740 })))
}
