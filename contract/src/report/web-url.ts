/** The address as the browser reads it, if it leads to the web; anything else is no link for us. */
export function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

/** The name under which people know the place; none for what is not on the web. */
export function hostOf(text: string): string | undefined {
  const url = webUrl(text)
  return url === undefined ? undefined : new URL(url).hostname.replace(/^www\./, '')
}
