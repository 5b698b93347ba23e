const FORBIDDEN = /[\s/\\:@?#[\]%*]/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HOST_CHARACTERS = 253

/**
 * The one spelling of a host name or bare suffix: lower case, punycode, no trailing dot. Undefined
 * for anything that is not one: schemes, paths, ports, addresses, wildcards, bad labels.
 */
export function normaliseDomain(text: string): string | undefined {
  if (text === '' || text.length > MAX_HOST_CHARACTERS + 1 || FORBIDDEN.test(text)) return undefined
  // The URL parser folds case and turns international names into punycode as browsers do.
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '')
  if (!host || host.length > MAX_HOST_CHARACTERS) return undefined
  const labels = host.split('.')
  if (!labels.every(label => LABEL.test(label))) return undefined
  // A numeric last label is how the URL standard tells an IPv4 address, in any of its spellings.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return undefined
  return host
}
