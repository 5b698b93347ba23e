import { pages } from '@footnote/contract/site/pages'

/** Tells programs where the same page is as Markdown; React puts it into the document's head. */
export function MarkdownForm({ of: page }: { of: string }) {
  const path = page === pages.home ? '/index' : page
  return <link rel="alternate" type="text/markdown" href={`${path}.md`} />
}
