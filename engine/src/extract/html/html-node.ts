/** The part of the DOM that extraction uses. */
export interface HtmlNode {
  readonly nodeType: number
  readonly localName: string
  readonly childNodes: Iterable<HtmlNode>
  readonly children: Iterable<HtmlNode>
  readonly parentNode: HtmlNode | null
  readonly textContent: string | null
  readonly innerHTML: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  querySelector(selector: string): HtmlNode | null
  querySelectorAll(selector: string): Iterable<HtmlNode>
}
