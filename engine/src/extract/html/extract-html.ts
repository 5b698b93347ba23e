import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { declaredCharset, decodeText } from '../decode-text.ts'
import type { Draft, ExtractOptions } from '../extraction.ts'
import { htmlMetadata } from './html-metadata.ts'
import type { HtmlNode } from './html-node.ts'
import { htmlText } from './html-text.ts'

/** Pages beyond these limits take Readability too long. */
const DEEPEST_READABLE = 60
const MOST_READABLE_ELEMENTS = 30_000
/** An article with a smaller share of the page's text is only a part of the content. */
const LEAST_SHARE = 0.4

/** Reads the content of a page: the article that Readability finds, or everything but navigation. */
export function extractHtml(bytes: Uint8Array, { contentType }: ExtractOptions): Draft {
  const charset = declaredCharset(contentType) ?? metaCharset(bytes)
  const document = parsePage(decodeText(bytes, charset))
  const metadata = htmlMetadata(document)
  const main = document.querySelector('main, [role=main]')
  const page = htmlText(main ?? document, { isWhole: true })
  const whole = page === '' ? htmlText(document) : page
  const article = readArticle(document)
  const isPart = article.length < whole.length * LEAST_SHARE
  // An article longer than the page's main element includes menus.
  const isTooMuch = main !== null && article.length > whole.length
  return { ...metadata, text: isPart || isTooMuch ? whole : article }
}

/** Returns the text of HTML inside another format, such as a JSON value. */
export function htmlFragmentText(html: string): string {
  return htmlText(parsePage(html))
}

/** Closes all elements of a fragment of HTML. */
export function closedHtml(html: string): string {
  return parsePage(html).querySelector('body')?.innerHTML ?? ''
}

function parsePage(html: string): HtmlNode {
  const isPage = /<(?:html|body)[\s>]/i.test(html)
  return parseHTML(isPage ? html : `<html><body>${html}</body></html>`)
    .document as unknown as HtmlNode
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]{1,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head)?.[1]
}

function readArticle(document: HtmlNode): string {
  if (isDeep(document)) return ''
  const reader = new Readability<HtmlNode>(document as never, {
    serializer: node => node as unknown as HtmlNode,
    maxElemsToParse: MOST_READABLE_ELEMENTS,
    // Classes identify navigation.
    keepClasses: true,
  })
  try {
    const content = reader.parse()?.content
    // Readability keeps everything of a short page, menus too.
    return content ? htmlText(content, { isWhole: true }) : ''
  } catch {
    // Readability expects a browser's DOM, and refuses large pages; the whole page is read then.
    return ''
  }
}

function isDeep(document: HtmlNode): boolean {
  let above = [document]
  for (let depth = 0; above.length > 0; depth += 1) {
    if (depth > DEEPEST_READABLE) return true
    above = above.flatMap(({ children }) => [...children])
  }
  return false
}
