/** Parameters that tell who came from where, not which page it is. */
const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src|srsltid)$/i

/** One spelling of a page's many addresses, to tell the same page by; no address to visit. */
export function canonicalUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const host = parsed.host
    .replace(/^www\./, '')
    .replace(/\.$/, '')
    .replace(/(^|\.)m\.wikipedia\.org$/, '$1wikipedia.org')
  const path = decode(parsed.pathname).replace(/\/+$/, '')
  const parameters = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name))
  const query = new URLSearchParams(parameters).toString()
  return `${host}${path}${query === '' ? '' : `?${query}`}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
