import { hostOf, webUrl } from '@footnote/contract/report/web-url'
import { cleanLine } from './clean-text.ts'
import { cutToWidth } from './display-width.ts'
import { type Line, run } from './styled-text.ts'
import { wrapRuns } from './wrap-runs.ts'

export interface ReportSource {
  readonly url: string
  readonly title: string
  readonly excerpts?: readonly string[]
}

const LONGEST_EXCERPT = 160

/** All sources in order, under the numbers by which they are cited: title, address, a few words. */
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
      // An address is not wrapped, so that it can be copied.
      ...(address === title ? [] : [[indent, run(address, { dim: true }, { href: address })]]),
      ...(quote ? [[indent, run(`“${quote}”`, { italic: true })]] : []),
    ]
  })
}

/** The same as Markdown, for programs and files. */
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

/** The address as a browser reads it: letters that only look like others show what they are. */
function describeSource({ url, title, excerpts = [] }: ReportSource) {
  const address = webUrl(url) ?? cleanLine(url)
  return {
    address,
    title: cleanLine(title) || hostOf(url) || address || 'Untitled',
    excerpts: excerpts.map(cleanLine).filter(Boolean),
  }
}
