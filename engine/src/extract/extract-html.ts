import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { declaredCharset, decodeText } from './decode-text.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { htmlMetadata } from './html-metadata.ts'
import type { HtmlNode } from './html-node.ts'
import { htmlText } from './html-text.ts'

/** Pages beyond these limits take Readability too long. */
const DEEPEST_READABLE = 60
const MOST_READABLE_ELEMENTS = 30_000
/** An article that is less of the page's text than this is only a part of what the page says. */
const LEAST_SHARE = 0.4

/** A page without what is around it: the article that Readability finds, or all but navigation. */
export function extractHtml(bytes: Uint8Array, { contentType }: ExtractOptions): Draft {
  const charset = declaredCharset(contentType) ?? metaCharset(bytes)
  const document = parsePage(decodeText(bytes, charset))
  const metadata = htmlMetadata(document)
  const main = document.querySelector('main, [role=main]')
  const page = htmlText(main ?? document, { isWhole: true })
  const whole = page === '' ? htmlText(document) : page
  const article = isReadable(document) ? readArticle(document) : ''
  const isPart = article.length < whole.length * LEAST_SHARE
  // More than what the page itself marks as its main part has menus in it.
  const isTooMuch = main !== null && article.length > whole.length
  return { ...metadata, text: isPart || isTooMuch ? whole : article }
}

/** The text of a piece of HTML inside something else, such as a value of JSON. */
export function htmlFragmentText(html: string): string {
  return htmlText(parsePage(html))
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
  const reader = new Readability<HtmlNode>(document as never, {
    serializer: node => node as unknown as HtmlNode,
    // They tell what is navigation.
    keepClasses: true,
  })
  try {
    const content = reader.parse()?.content
    // Of a short page it keeps everything, menus too.
    return content ? htmlText(content, { isWhole: true }) : ''
  } catch {
    // It expects a page of a browser; the whole page is read instead.
    return ''
  }
}

function isReadable(document: HtmlNode): boolean {
  let elements = 0
  let above = [document]
  for (let depth = 0; above.length > 0; depth += 1) {
    if (depth > DEEPEST_READABLE) return false
    const below: HtmlNode[] = []
    for (const element of above) {
      elements += 1
      if (elements > MOST_READABLE_ELEMENTS) return false
      for (let child = element.firstElementChild; child; child = child.nextElementSibling) {
        below.push(child)
      }
    }
    above = below
  }
  return true
}
