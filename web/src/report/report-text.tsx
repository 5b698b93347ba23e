import { isModest } from '@footnote/contract/report/is-modest'
import { citedNumbers } from '@footnote/contract/report/markers'
import { plainText } from '@footnote/contract/report/plain-text'
import { sealMarkers } from '@footnote/contract/report/seal-markers'
import { webUrl } from '@footnote/contract/report/web-url'
import type { ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Citations, CitedText } from './citation.tsx'
import { ReportTable } from './report-table.tsx'
import { type ReportHeading, type ReportNode, tameReport } from './tame-report.ts'
import { WebLink } from './web-link.tsx'

/** Wide code scrolls on its own and is reachable by keyboard. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (href ? <WebLink href={href}>{children}</WebLink> : children),
  data: ({ value }) => <Citations numbers={String(value).split(' ').map(Number)} />,
  table: ({ node, children }) => <ReportTable node={node as ReportNode}>{children}</ReportTable>,
  // The empty corner of a comparison is not a header.
  th: ({ children, style }) => (children ? <th style={style}>{children}</th> : <td />),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre role="group" tabIndex={0} aria-label="Code" className="report-scroll">
      {children}
    </pre>
  ),
}

/** Keeps a report's own footnotes as plain text, since they would look like citations. */
const HANDLERS: NonNullable<Options['remarkRehypeOptions']> = {
  handlers: {
    footnoteReference: (_, { label }) => ({ type: 'text', value: `[^${label}]` }),
    footnoteDefinition: (state, node) => {
      const label = { type: 'text', value: `[^${node.label}]: ` } as const
      const [first, ...rest] = state.all(node)
      return first?.type === 'element'
        ? [{ ...first, children: [label, ...first.children] }, ...rest]
        : [label, ...rest]
    },
  },
}

interface ReadReport {
  readonly text: string
  /** Undefined if the text could not be read as Markdown. */
  readonly shown: ReactNode
  /** The visibly cited sources, without those cited inside code. */
  readonly cited: ReadonlySet<number>
  readonly headings: readonly ReportHeading[]
  /** The report as a tree, for exports. */
  readonly tree: ReportNode | undefined
}

/** Reads a report's Markdown, which may be hostile. */
export function readReport(text: string, sourceCount: number): ReadReport {
  const sealed = sealMarkers(plainText(text), sourceCount)
  const unread = {
    ...{ text, shown: undefined, tree: undefined, headings: [] },
    cited: citedNumbers(text, sourceCount),
  }
  if (!isModest(sealed.text)) return unread
  let tamed: ReturnType<typeof tameReport> = { cited: new Set(), headings: [] }
  let tree: ReportNode | undefined
  const tame = (read: ReportNode) => {
    tamed = tameReport(read, sealed)
    tree = read
  }
  try {
    // Called as a function, because its errors can be caught here and it has no state.
    const shown = Markdown({
      children: sealed.text,
      components: COMPONENTS,
      remarkPlugins: [remarkGfm],
      remarkRehypeOptions: HANDLERS,
      rehypePlugins: [() => tame],
      urlTransform: url => webUrl(url) ?? '',
    })
    return { text, shown, tree, ...tamed }
  } catch {
    return unread
  }
}

/** A report as Markdown, or as plain text if it could not be read. */
export function ReportText({ report: { text, shown } }: { report: ReadReport }) {
  return (
    <div className="report-text" dir="auto">
      {shown ?? (
        <p className="whitespace-pre-wrap">
          <CitedText text={text} />
        </p>
      )}
    </div>
  )
}
