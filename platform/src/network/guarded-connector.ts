import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Resolves all addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

const WEB_PORTS = ['', '80', '443']
const CONNECT_TIMEOUT_MS = 8_000

/**
 * Connects only to addresses that the rules allow. The socket resolves a name once and connects to the
 * address that was checked, so a name that changes its address gains nothing. A literal address is never
 * looked up, so it is checked here.
 */
export function createGuardedConnector(
  { mayReach, isListed }: AddressRules,
  { lookup, blocked }: { lookup: Lookup; blocked: () => Error },
): buildConnector.connector {
  const connectVia = (mayConnect: (address: string) => boolean) =>
    buildConnector({
      lookup: checkedLookup({ lookup, blocked }, mayConnect),
      autoSelectFamily: true,
      allowH2: false,
      timeout: CONNECT_TIMEOUT_MS,
    })
  const onWebPort = connectVia(mayReach)
  const onOtherPort = connectVia(isListed)
  return (options, callback) => {
    if (isForbidden({ mayReach, isListed }, options)) {
      callback(blocked(), null)
      return
    }
    const connect = WEB_PORTS.includes(options.port) ? onWebPort : onOtherPort
    connect(options, callback)
  }
}

/** Returns whether the rules refuse a literal address. A name can only be judged once it is looked up. */
export function isForbidden(
  { mayReach, isListed }: AddressRules,
  { hostname, port }: { hostname: string; port: string },
): boolean {
  const address = hostname.replaceAll(/^\[|\]$/g, '')
  return isIP(address) !== 0 && !(WEB_PORTS.includes(port) ? mayReach : isListed)(address)
}

function checkedLookup(
  { lookup, blocked }: { lookup: Lookup; blocked: () => Error },
  mayConnect: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      found => {
        const addresses = found.filter(({ address }) => mayConnect(address))
        const [first] = addresses
        if (!first) callback(blocked(), '', 0)
        else if (options.all)
          callback(
            null,
            addresses.map(each => ({ ...each })),
          )
        else callback(null, first.address, first.family)
      },
      cause => callback(cause, '', 0),
    )
  }
}
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
/** All public addresses; those that embed an IPv4 address are outside or have a range of their own. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
const LOCAL_UNICAST = ipaddr.parseCIDR('fc00::/7')

export interface AddressRules {
  /** Returns whether connections to the address are allowed. */
  mayReach(address: string): boolean
  /** Returns whether the operator listed the address, which opens all its ports. */
  isListed(address: string): boolean
}

const LOOPBACK = '0:0:0:0:0:0:0:1'

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (!parsed || isIn(parsed, METADATA)) return false
  return (
    parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isIn(parsed, [GLOBAL_UNICAST]))
  )
}

/** Throws a RangeError for a text that is no network such as `10.0.0.0/8`. */
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

/** Returns undefined for an invalid address and for one bound to an interface. */
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

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(network => network[0].kind() === address.kind() && address.match(network))
}
