import type { DocsSection } from '@footnote/contract/site/docs-search'
import { lexer, type Token } from 'marked'
import { type DocsPage, REFERENCE } from './docs-pages.ts'
import { referenceIds } from './reference-markdown.ts'
import { createMarkdownRenderer, isHeading } from './render-markdown.ts'

/** Splits the pages into the sections that a reader can search, in reading order. */
export function searchIndex(pages: readonly DocsPage[]): DocsSection[] {
  return pages.flatMap(sectionsOf)
}

function sectionsOf({ path, title, markdown }: DocsPage): DocsSection[] {
  const renderer = createMarkdownRenderer(path === REFERENCE ? referenceIds() : undefined)
  const sections = [{ href: path, title, heading: '', texts: [] as string[] }]
  for (const token of lexer(markdown)) {
    const [heading] = renderer.headings([token])
    if (heading) {
      sections.push({ href: `${path}#${heading.id}`, title, heading: heading.title, texts: [] })
    } else if (!isHeading(token) || token.depth > 1) {
      sections.at(-1)?.texts.push(textOf(token))
    }
  }
  return sections.map(({ texts, ...section }) => ({
    ...section,
    text: texts.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** Returns the words of a token without its markup. Samples of code are left out: they repeat each other. */
function textOf(token: Token): string {
  if (token.type === 'code') return ''
  if (token.type === 'table') {
    return [token.header, ...token.rows].flat().map(inlineText).join(' ')
  }
  if (token.type === 'list') return ` ${token.items.map(inlineText).join(' ')}`
  return inlineText(token as { tokens?: Token[]; text?: string })
}

function inlineText({ tokens, text = '' }: { tokens?: Token[]; text?: string }): string {
  return tokens ? tokens.map(textOf).join('') : text
}
