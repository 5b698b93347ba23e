/** A host with its labels turned round, so that everything below a domain is one range of keys. */
export function domainKey(host: string): string {
  return `${host.split('.').reverse().join('.')}.`
}

/** The keys of a domain and of all below it: from the first up to, not including, the second. */
export function domainRange(domain: string): readonly [string, string] {
  const key = domainKey(domain)
  // A slash is what follows a dot in order.
  return [key, `${key.slice(0, -1)}/`]
}
