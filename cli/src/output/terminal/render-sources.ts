import { hostOf, webUrl } from '@footnote/contract/report/web-url'
import { cleanLine } from './clean-text.ts'
import { type Line, run } from './styled-text.ts'
import { cutToWidth, wrapRuns } from './wrap-runs.ts'

export interface ReportSource {
  readonly url: string
  readonly title: string
  readonly excerpts?: readonly string[]
}

const LONGEST_EXCERPT = 160

/** Lists the sources by citation number: title, address, excerpt. */
export function renderSources(sources: readonly ReportSource[], columns: number): Line[] {
  const labelWidth = `[${sources.length}] `.length
  const indent = run(' '.repeat(labelWidth))
  const width = columns - labelWidth
  return sources.flatMap((source, index) => {
    const { title, address, excerpts } = describeSource(source)
    const label = run(`[${index + 1}] `.padStart(labelWidth), { dim: true })
    const [first = [], ...rest] = wrapRuns([run(title, { bold: true })], width)
    const quote = excerpts[0] && cutToWidth(excerpts[0], Math.min(width - 2, LONGEST_EXCERPT))
    return [
      ...(index === 0 ? [] : [[]]),
      [label, ...first],
      ...rest.map(line => [indent, ...line]),
      // Not wrapped, so that the address can be copied.
      ...(address === title ? [] : [[indent, run(address, { dim: true }, { href: address })]]),
      ...(quote ? [[indent, run(`“${quote}”`, { italic: true })]] : []),
    ]
  })
}

/** Lists the sources as Markdown, for pipes and files. */
export function sourcesMarkdown(sources: readonly ReportSource[]): string {
  return sources
    .map((source, index) => {
      const { title, address, excerpts } = describeSource(source)
      const label = `${index + 1}. `
      const lines = [...(address === title ? [] : [address]), ...excerpts.map(text => `> ${text}`)]
      return [label + title, ...lines.map(line => ' '.repeat(label.length) + line)].join('\n')
    })
    .join('\n')
}

/** Normalizes the address as a browser does, so that look-alike letters appear as punycode. */
function describeSource({ url, title, excerpts = [] }: ReportSource) {
  const address = webUrl(url) ?? cleanLine(url)
  return {
    address,
    title: cleanLine(title) || hostOf(url) || address || 'Untitled',
    excerpts: excerpts.map(cleanLine).filter(Boolean),
  }
}
