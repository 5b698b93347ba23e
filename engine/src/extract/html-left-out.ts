import { isLinkList } from './html-link-list.ts'
import type { HtmlNode } from './html-node.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const UNREAD = names(
  'head script style noscript template svg math canvas iframe object embed audio video map ' +
    'button select textarea input datalist dialog progress meter',
)
/** Around what a page is about, not part of it. */
const BOILERPLATE = names('nav footer aside form menu')
const BOILERPLATE_ROLES = names(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alert',
)

/** Whether an element is nothing to read: hidden, a control, or no part of what a page says. */
export function isLeftOut(element: HtmlNode, { isWhole }: { readonly isWhole: boolean }): boolean {
  const tag = element.localName
  if (UNREAD.has(tag) || element.hasAttribute('hidden')) return true
  if (/display:\s*none/i.test(element.getAttribute('style') ?? '')) return true
  const classes = element.getAttribute('class') ?? ''
  if (/\bmw-editsection\b/.test(classes) || (tag === 'sup' && /\breference\b/.test(classes))) {
    return true
  }
  const role = element.getAttribute('role')?.toLowerCase() ?? ''
  return isWhole && (BOILERPLATE.has(tag) || BOILERPLATE_ROLES.has(role) || isLinkList(element))
}
