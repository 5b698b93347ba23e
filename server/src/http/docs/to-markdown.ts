/** Returns the path of a page's Markdown. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** Rewrites a page's links to absolute URLs of the Markdown pages. */
export function toMarkdown(
  { markdown }: { markdown: string },
  { baseUrl, withMarkdown }: { baseUrl: string; withMarkdown: ReadonlySet<string> },
): string {
  return markdown.replace(/\]\((\/[^)#\s]*)/g, (_, path: string) => {
    const target = withMarkdown.has(path) ? markdownPath(path) : path
    return `](${baseUrl}${target}`
  })
}
