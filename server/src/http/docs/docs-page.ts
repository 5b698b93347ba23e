import { type OperationName, operations } from '@footnote/contract/operations'
import type { Seller } from '@footnote/contract/site/responses'
import { lexer } from 'marked'
import { type DocsPage, REFERENCE } from './docs-pages.ts'
import { type Html, html } from './html.ts'
import { referenceIds } from './reference-markdown.ts'
import { createMarkdownRenderer, type Heading } from './render-markdown.ts'
import { renderReference } from './render-reference.ts'
import { renderShell } from './render-shell.ts'
import { renderTryIt } from './render-try-it.ts'
import { markdownPath } from './to-markdown.ts'

/** Renders a page of the documentation, complete without script. */
export function renderDocsPage(
  page: DocsPage,
  {
    all,
    hasWebsite,
    seller,
  }: { all: readonly DocsPage[]; hasWebsite: boolean; seller?: Seller | undefined },
): string {
  const isReference = page.path === REFERENCE
  // The title is above the column of the text.
  const tokens = lexer(page.markdown).filter(token => token.type !== 'heading' || token.depth > 1)
  const renderer = createMarkdownRenderer(isReference ? referenceIds() : undefined)
  const tryIt = (id: string) =>
    hasWebsite && id in operations ? renderTryIt(id as OperationName) : undefined
  const body = isReference
    ? renderReference(renderer, tokens, tryIt)
    : html`<div class="prose">${renderer.render(tokens)}</div>`
  return renderShell(
    page,
    { hasWebsite, seller },
    html`
<div class="frame${isReference && ' wide'}">
${renderContents(page, all, renderer.headings(tokens))}
<main id="content">
<div class="title"><h1>${page.title}</h1> <a href="${markdownPath(page.path)}">As Markdown</a></div>
${body}
${renderNeighbours(page, all)}
</main>
</div>`,
  )
}

function renderContents(
  page: DocsPage,
  all: readonly DocsPage[],
  headings: readonly Heading[],
): Html {
  return html`<nav class="contents" aria-label="Documentation" tabindex="0">
<details>
<summary>Contents</summary>
<ul>${all.map(
    ({ path, title }) => html`
<li><a href="${path}"${path === page.path && html` aria-current="page"`}>${title}</a>${
      path === page.path && renderSections(headings)
    }</li>`,
  )}
</ul>
</details>
</nav>`
}

function renderSections(headings: readonly Heading[]): Html {
  return html`<ul>${headings.map(
    ({ id, title, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${title}</a></li>`,
  )}</ul>`
}

function renderNeighbours(page: DocsPage, all: readonly DocsPage[]): Html {
  const at = all.findIndex(({ path }) => path === page.path)
  const link = (neighbour: DocsPage | undefined, rel: 'prev' | 'next', word: string) =>
    neighbour &&
    html`<a rel="${rel}" href="${neighbour.path}"><span>${word}</span> ${neighbour.title}</a>`
  return html`<nav class="neighbours" aria-label="Previous and next page">
${link(all[at - 1], 'prev', 'Before')}
${link(all[at + 1], 'next', 'Next')}
</nav>`
}
