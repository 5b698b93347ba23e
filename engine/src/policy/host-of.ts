/** The host that a URL names, without a trailing dot; empty for files and whatever has none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
}
