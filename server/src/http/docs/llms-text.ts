import type { DocsPage } from './docs-pages.ts'
import { markdownPath } from './to-markdown.ts'

type Listed = Pick<DocsPage, 'path' | 'title' | 'summary'>

interface Lists {
  readonly baseUrl: string
  readonly docs: readonly Listed[]
  /** The first paragraph says what the service is. */
  readonly site: readonly Listed[]
}

/** Lists all pages in the format of llmstxt.org: title, summary, lists of links. */
export function llmsText({ baseUrl, docs, site }: Lists): string {
  const link = ({ path, title, summary }: Listed) =>
    `- [${title}](${baseUrl}${markdownPath(path)}): ${summary}`
  return `# Footnote

> ${site[0]?.summary}

For the Markdown of a page, add \`.md\` to its URL or send \`Accept: text/markdown\`.

## Documentation

${docs.map(link).join('\n')}
- [OpenAPI](${baseUrl}/openapi.json): The API as a machine reads it, OpenAPI 3.1.

## Service

${site.map(link).join('\n')}

## Optional

- [Everything in one file](${baseUrl}/llms-full.txt): What the service is, its prices, all guides and the reference.
`
}

/** Joins the whole documentation into one text. */
export function llmsFullText(texts: readonly string[]): string {
  return texts.map(text => text.trimEnd()).join('\n\n---\n\n')
}
