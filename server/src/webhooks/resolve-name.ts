import { Resolver } from 'node:dns/promises'
import type { Lookup } from '@footnote/platform/network/guarded-connector'

const LOCALHOST = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Resolves names by asking name servers. The system's own lookup would hold a thread of the process for as long
 * as a slow name server likes, and there are only four.
 */
export function createResolveName({
  allowLoopback,
  timeoutMs = 3_000,
  servers,
}: {
  allowLoopback: boolean
  timeoutMs?: number
  servers?: readonly string[]
}): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async hostname => {
    if (allowLoopback && hostname === 'localhost') return LOCALHOST
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value : []).map(address => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map(address => ({ address, family: 6 })),
    ]
  }
}
