import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** Metadata services of clouds, which hand out keys. No setting opens these. */
const METADATA = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
].map(network => ipaddr.parseCIDR(network))
/** All that has been given to the public; an IPv4 address in IPv6 clothes lies outside or has a range. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
const LOCAL_UNICAST = ipaddr.parseCIDR('fc00::/7')

export interface AddressRules {
  /** Whether a connection to the address may be made at all. */
  mayReach(address: string): boolean
  /** Whether the operator has listed it, so that any port of it may be used. */
  isListed(address: string): boolean
}

/** Whether an address, as it is handed to the network, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (!parsed || isIn(parsed, METADATA)) return false
  return (
    parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isIn(parsed, [GLOBAL_UNICAST]))
  )
}

/** Throws a RangeError for what is no network, such as `10.0.0.0/8`. */
export function createAddressRules(allowNetworks: readonly string[]): AddressRules {
  const allowed = allowNetworks.map(network => {
    if (!ipaddr.isValidCIDR(network)) {
      throw new RangeError(`${network} is no network; write it like 10.0.0.0/8`)
    }
    return ipaddr.parseCIDR(network)
  })

  function isListed(address: string): boolean {
    const parsed = parse(address)
    return (
      parsed !== undefined && isBare(parsed) && !isIn(parsed, METADATA) && isIn(parsed, allowed)
    )
  }
  return { isListed, mayReach: address => isPublicAddress(address) || isListed(address) }
}

/** Undefined for what the network would not take as an address, and for one bound to an interface. */
function parse(address: string): Address | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address)
}

/**
 * No IPv4 address is hidden in it: a listed IPv6 network must not open a way around what is said
 * about IPv4.
 */
function isBare(address: Address): boolean {
  if (address.kind() === 'ipv4' || isIn(address, [LOCAL_UNICAST])) return true
  return address.toNormalizedString() === LOOPBACK || isPublicAddress(address.toString())
}

const LOOPBACK = '0:0:0:0:0:0:0:1'

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(network => network[0].kind() === address.kind() && address.match(network))
}
