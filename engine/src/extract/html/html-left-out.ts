const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const UNREAD = names(
  'head script style noscript template svg math canvas iframe object embed audio video map ' +
    'button select textarea input datalist dialog progress meter',
)
/** Elements around the content of a page. */
const BOILERPLATE = names('nav footer aside form menu')
const BOILERPLATE_ROLES = names(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alert',
)

const BLOCKS = names('div p ul ol section header center span table td')
const HEADINGS = names('h1 h2 h3 h4 h5 h6')
const SEPARATORS = /[|·•‣›»→/]/
const BETWEEN_LINKS = /^[\s|·•‣›»→/>,–—-]*$/u
/** Class names and IDs of navigation. */
const NAVIGATION =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topbar|sidebar|footer|breadcrumbs?|pager|pagination|toc)(?:$|[\s_-])/i
const FEWEST_LINKS = 2
/** Average length; longer links are content. */
const LONGEST_LINK = 40
const MOST_NODES = 300

/** Returns whether an element is left out: hidden, a control, or not part of the content. */
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

/**
 * Whether an element is a row or a list of links and nothing else, such as "Home | About": signs
 * stand between them, or it is in the head of the page, or it is called navigation. A list of links
 * without any of that may be what the page is about.
 */
function isLinkList(element: HtmlNode): boolean {
  if (!BLOCKS.has(element.localName)) return false
  const between = textBetweenLinks(element)
  if (between === undefined) return false
  const called = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`
  return (
    SEPARATORS.test(between) ||
    NAVIGATION.test(called.slice(0, 500)) ||
    element.closest('header') !== null
  )
}

/** Returns the text between the links of an element that has nothing else, or undefined. */
function textBetweenLinks(element: HtmlNode): string | undefined {
  const nodes: { readonly node: HtmlNode; readonly isLinked: boolean }[] = []
  const add = (parent: HtmlNode, isLinked: boolean) => {
    // The DOM builds the list of all children anew on each access.
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (nodes.push({ node, isLinked }) > MOST_NODES) return
    }
  }
  add(element, false)
  let between = ''
  let links = 0
  let linkCharacters = 0
  for (const { node, isLinked } of nodes) {
    if (nodes.length > MOST_NODES) return undefined
    if (isText(node)) {
      const text = node.textContent ?? ''
      if (isLinked) linkCharacters += text.trim().length
      else if (BETWEEN_LINKS.test(text)) between += text
      else return undefined
    } else if (isElement(node)) {
      if (HEADINGS.has(node.localName)) return undefined
      if (node.localName === 'a') links += 1
      add(node, isLinked || node.localName === 'a')
    }
  }
  const areShort = linkCharacters <= links * LONGEST_LINK
  return links >= FEWEST_LINKS && areShort ? between : undefined
}

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
