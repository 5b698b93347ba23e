import { type CitationPiece, closeUp } from '@footnote/contract/report/markers'
import { plainText } from '@footnote/contract/report/plain-text'
import type { SealedText } from '@footnote/contract/report/seal-markers'

const MOST_ELEMENTS = 20_000
const DEEPEST = 100
const TEXT_HEADING_LEVEL = 3
const LOWEST_HEADING_LEVEL = 6
/** Everything else that Markdown may say of an element, ids before all, stays behind. */
const KEPT_PROPERTIES = ['href', 'align', 'start']

/** What we need of a document tree; a parser's text is a tree without surprises. */
export interface ReportNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: ReportNode[]
}

/**
 * Makes of the tree of a report, which may be anything, one that is ours to show: citations in place of
 * markers, headings in order below the page's own, links in place of images, words in place of
 * checkboxes, and no attribute that we did not ask for. Throws if it is too large to be shown. Tells
 * which sources are cited.
 */
export function tameReport(tree: ReportNode, sealed: SealedText): ReadonlySet<number> {
  const levels: number[] = []
  const cited = new Set<number>()
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
    return tagName === 'a' ? [tamed, ...(inside.behindLink ?? [])] : [tamed]
  }

  function tameText(value: string, { isCode, behindLink }: Surroundings): ReportNode[] {
    if (isCode) return [text(sealed.restore(value))]
    return closeUp(sealed.split(value)).flatMap(piece => {
      if (piece.kind === 'text') return [text(piece.text)]
      for (const number of piece.numbers) cited.add(number)
      const shown = [citation(piece), text(piece.rest)]
      if (!behindLink) return shown
      // A link within a link is none: the citation stands behind it.
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
  return cited
}

interface Surroundings {
  readonly depth: number
  readonly isCode: boolean
  /** Within a link: what is to stand behind it. */
  readonly behindLink: ReportNode[] | undefined
}

/** Character references may have brought back what was taken out of the report before. */
const text = (value: string): ReportNode => ({ type: 'text', value: plainText(value) })

function citation(piece: CitationPiece): ReportNode {
  const properties = { value: piece.numbers.join(' ') }
  return { type: 'element', tagName: 'data', properties, children: [] }
}

/** One level below the heading that it stands under, whatever the report skipped. */
function headingTag(levels: number[], written: number): string {
  while ((levels.at(-1) ?? 0) >= written) levels.pop()
  levels.push(written)
  return `h${Math.min(TEXT_HEADING_LEVEL + levels.length - 1, LOWEST_HEADING_LEVEL)}`
}
