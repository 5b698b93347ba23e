import { isIPv6 } from 'node:net'

const NETWORK_GROUPS = 4
const GROUPS = 8

/**
 * Returns what attempts are counted by: an IPv4 address, or the /64 network of an IPv6 address,
 * since a provider gives each customer that many addresses.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : GROUPS - left.length - right.length
  const groups = [...left, ...new Array<string>(Math.max(zeros, 0)).fill('0'), ...right]
  const network = groups
    .slice(0, NETWORK_GROUPS)
    .map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
