/** Where the Markdown of a page is. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** A page's text for who has it alone: its links lead to the Markdown of others, with their host. */
export function toMarkdown(
  { markdown }: { markdown: string },
  { baseUrl, withMarkdown }: { baseUrl: string; withMarkdown: ReadonlySet<string> },
): string {
  return markdown.replace(/\]\((\/[^)#\s]*)/g, (_, path: string) => {
    const target = withMarkdown.has(path) ? markdownPath(path) : path
    return `](${baseUrl}${target}`
  })
}
