import { pages } from '@footnote/contract/site/pages'

/** Links the Markdown version of a page; React moves it to the document's head. */
export function MarkdownForm({ of: page }: { of: string }) {
  const path = page === pages.home ? '/index' : page
  return <link rel="alternate" type="text/markdown" href={`${path}.md`} />
}
