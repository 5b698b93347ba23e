/** The part of the DOM that extraction uses. */
export interface HtmlNode {
  readonly nodeType: number
  readonly localName: string
  readonly childNodes: Iterable<HtmlNode>
  readonly firstChild: HtmlNode | null
  readonly nextSibling: HtmlNode | null
  readonly firstElementChild: HtmlNode | null
  readonly nextElementSibling: HtmlNode | null
  readonly textContent: string | null
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  closest(selector: string): HtmlNode | null
  querySelector(selector: string): HtmlNode | null
  querySelectorAll(selector: string): Iterable<HtmlNode>
}

export function isElement({ nodeType }: HtmlNode): boolean {
  return nodeType === 1
}

export function isText({ nodeType }: HtmlNode): boolean {
  return nodeType === 3
}
