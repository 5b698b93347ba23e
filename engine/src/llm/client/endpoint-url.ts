/**
 * Where an endpoint's operations lie. Operators give the address with its version, without it, or down
 * to an operation; `/v1` is added only where no version is named.
 */
export function endpointUrl(given: string): string {
  const url = new URL(given)
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  url.pathname = /\/v\d+[a-z]*(?:\/|$)/.test(path) ? path : `${path}/v1`
  url.search = ''
  url.hash = ''
  return url.href
}
