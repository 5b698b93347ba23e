import type { ReportNode } from '../tame-report.ts'
import {
  blocksOf,
  escapeXml,
  numbersOf,
  originText,
  type ReportDocument,
} from './report-document.ts'

/** Elements of Markdown; any other element is replaced by its content. */
const KEPT = new Set([
  ...['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em'],
  ...['del', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'hr', 'br'],
])
const EMPTY = new Set(['hr', 'br'])
const STYLE = `
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; font: 1.0625rem/1.65 Georgia, serif }
h1 { line-height: 1.25; margin-bottom: .25rem } h3, h4, h5, h6 { line-height: 1.3; margin-top: 1.8em }
.origin, .source { font: .875rem/1.5 system-ui, sans-serif; color: GrayText } a { color: LinkText }
sup { line-height: 0 } sup a { text-decoration: none; padding: 0 .1em }
table { border-collapse: collapse; font: .9rem/1.45 system-ui, sans-serif; display: block; overflow-x: auto }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .4rem 1rem .4rem 0; text-align: start; vertical-align: top }
pre { overflow-x: auto; white-space: pre-wrap } blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 2px solid }
li { overflow-wrap: anywhere }`

/** A report as one HTML file that loads nothing. */
export function toHtml(document: ReportDocument): string {
  const { title, origin, sources } = document
  const list = sources.map(({ title: name, href, address, publisher, excerpts }, index) => {
    const link =
      href === undefined ? escapeXml(name) : `<a href="${escapeXml(href)}">${escapeXml(name)}</a>`
    const quotes = excerpts.map(text => `<blockquote>${escapeXml(text)}</blockquote>`).join('')
    return `<li id="source-${index + 1}">${link} <span class="source">${escapeXml(publisher ?? address)}</span>${quotes}</li>`
  })
  return `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1 dir="auto">${escapeXml(title)}</h1>
<p class="origin">${escapeXml(originText(origin))}</p>
<main dir="auto">
${blocksOf(document).map(write).join('')}
</main>
${list.length === 0 ? '' : `<h2>Sources</h2>\n<ol>\n${list.join('\n')}\n</ol>\n`}</body>
</html>
`
}

function write(node: ReportNode): string {
  if (node.type === 'text') return escapeXml(node.value ?? '')
  const numbers = numbersOf(node)
  if (numbers)
    return `<sup>${numbers.map(number => `<a href="#source-${number}">${number}</a>`).join(' ')}</sup>`
  const { tagName = '', properties = {}, children = [] } = node
  const inside = children.map(write).join('')
  const href = properties['href']
  if (tagName === 'a' && typeof href === 'string' && href !== '')
    return `<a href="${escapeXml(href)}" rel="noreferrer">${inside}</a>`
  if (!KEPT.has(tagName)) return inside
  if (EMPTY.has(tagName)) return `<${tagName}>`
  const start = typeof properties['start'] === 'number' ? ` start="${properties['start']}"` : ''
  return `<${tagName}${start}>${inside}</${tagName}>`
}
