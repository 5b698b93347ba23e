import { type CitationPiece, closeUp } from '@footnote/contract/report/markers'
import { plainLine, plainText } from '@footnote/contract/report/plain-text'
import type { SealedText } from '@footnote/contract/report/seal-markers'

const MOST_ELEMENTS = 20_000
const DEEPEST = 100
const TEXT_HEADING_LEVEL = 3
const LOWEST_HEADING_LEVEL = 6
/** The only attributes kept; ids in particular are dropped. */
const KEPT_PROPERTIES = ['href', 'align', 'start']

/** The parts of a document tree that are used here. */
export interface ReportNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: ReportNode[]
}

/**
 * Makes the tree of an untrusted report safe to show: citations replace markers, headings nest
 * below the page's own, links replace images, text replaces checkboxes, and all other attributes
 * are dropped. Throws if the tree is too large. Returns the cited sources and the headings.
 */
export function tameReport(tree: ReportNode, sealed: SealedText): TamedReport {
  const levels: number[] = []
  const cited = new Set<number>()
  const headings: ReportHeading[] = []
  let elements = 0

  function tame(node: ReportNode, around: Surroundings): ReportNode[] {
    elements += 1
    if (elements > MOST_ELEMENTS || around.depth > DEEPEST) throw new RangeError('too large')
    if (node.type === 'text') return tameText(node.value ?? '', around)
    if (node.type !== 'element') return [text(sealed.restore(node.value ?? ''))]
    const { tagName = 'span', properties = {} } = node
    if (tagName === 'input') return [text(properties['checked'] === true ? '☑ ' : '☐ ')]
    if (tagName === 'img') return showImage(properties, around)

    const inside = {
      depth: around.depth + 1,
      isCode: around.isCode || tagName === 'code' || tagName === 'pre',
      behindLink: tagName === 'a' ? [] : around.behindLink,
    }
    const tamed: ReportNode = {
      type: 'element',
      tagName: /^h[1-6]$/.test(tagName) ? headingTag(levels, Number(tagName[1])) : tagName,
      properties: keep(properties),
      children: (node.children ?? []).flatMap(child => tame(child, inside)),
    }
    if (/^h[1-6]$/.test(tagName)) addHeading(tamed)
    return tagName === 'a' ? [tamed, ...(inside.behindLink ?? [])] : [tamed]
  }

  /** Numbers a heading, since a report's own ids could take the place of the page's. */
  function addHeading(node: ReportNode): void {
    const title = plainLine(textOf(node))
    if (title === '') return
    node.properties = { dataHeading: headings.length, tabIndex: -1 }
    headings.push({ title, level: levels.length })
  }

  function tameText(value: string, { isCode, behindLink }: Surroundings): ReportNode[] {
    if (isCode) return [text(sealed.restore(value))]
    return closeUp(sealed.split(value)).flatMap((piece, index, all) => {
      // A space before a number belongs to the word before it, such as one in bold.
      const isGap = piece.kind === 'text' && index === 0 && /^ {1,2}$/.test(piece.text)
      if (isGap && all[1]?.kind === 'citation') return []
      if (piece.kind === 'text') return [text(piece.text)]
      for (const number of piece.numbers) cited.add(number)
      const shown = [citation(piece), text(piece.rest)]
      if (!behindLink) return shown
      // Links cannot nest, so the citation goes behind the link.
      behindLink.push(...shown)
      return []
    })
  }

  function showImage({ src, alt }: Record<string, unknown>, { behindLink }: Surroundings) {
    const words = text(`Image: ${sealed.restore(String(alt ?? '')) || 'without a description'}`)
    if (behindLink) return [words]
    const properties = keep({ href: src })
    return [{ type: 'element', tagName: 'a', properties, children: [words] }]
  }

  function keep(properties: Record<string, unknown>): Record<string, unknown> {
    const kept = Object.entries(properties).filter(([name]) => KEPT_PROPERTIES.includes(name))
    const { href, ...rest } = Object.fromEntries(kept)
    return typeof href === 'string' ? { ...rest, href: sealed.restoreUrl(href) } : rest
  }

  const around = { depth: 0, isCode: false, behindLink: undefined }
  tree.children = (tree.children ?? []).flatMap(child => tame(child, around))
  return { cited, headings }
}

interface TamedReport {
  readonly cited: ReadonlySet<number>
  readonly headings: readonly ReportHeading[]
}

export interface ReportHeading {
  readonly title: string
  /** Depth from 1, without gaps. */
  readonly level: number
}

/** The text of a node, without its citations. */
export function textOf(node: ReportNode): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(textOf).join('')
}

interface Surroundings {
  readonly depth: number
  readonly isCode: boolean
  /** Inside a link: nodes to place behind it. */
  readonly behindLink: ReportNode[] | undefined
}

/** Sanitizes again, because character references may reintroduce removed characters. */
const text = (value: string): ReportNode => ({ type: 'text', value: plainText(value) })

function citation(piece: CitationPiece): ReportNode {
  const properties = { value: piece.numbers.join(' ') }
  return { type: 'element', tagName: 'data', properties, children: [] }
}

/** One level below the enclosing heading, even if the report skips levels. */
function headingTag(levels: number[], written: number): string {
  while ((levels.at(-1) ?? 0) >= written) levels.pop()
  levels.push(written)
  return `h${Math.min(TEXT_HEADING_LEVEL + levels.length - 1, LOWEST_HEADING_LEVEL)}`
}
