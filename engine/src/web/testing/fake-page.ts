/** A page as search lists it and sites serve it. */
export interface FakePage {
  readonly url: string
  readonly title: string
  readonly text: string
  /** As YYYY-MM-DD. */
  readonly date?: string
}

/** HTML as an ordinary site makes it, with what is no part of the article around it. */
export function pageHtml({
  title,
  text,
  date,
  language = 'en',
  canonical,
}: Pick<FakePage, 'title' | 'text' | 'date'> & { language?: string; canonical?: string }): string {
  const paragraphs = text.split('\n\n').map(paragraph => `<p>${escapeHtml(paragraph)}</p>`)
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<title>${escapeHtml(title)}</title>
${date === undefined ? '' : `<meta property="article:published_time" content="${date}">`}
${canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">`}
</head><body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
<main><article><h1>${escapeHtml(title)}</h1>${paragraphs.join('\n')}</article></main>
<footer>All rights reserved.</footer></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
