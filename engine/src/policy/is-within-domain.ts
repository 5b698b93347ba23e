/** Whether a host is the domain, below it, or ends in it when it is a bare suffix such as `gov`. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host !== '' && (host === domain || host.endsWith(`.${domain}`))
}
