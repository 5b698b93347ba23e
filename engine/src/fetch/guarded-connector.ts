import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressRules } from './address-rules.ts'
import { FetchError } from './fetch-error.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Resolves all addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

const WEB_PORTS = ['', '80', '443']
const CONNECT_TIMEOUT_MS = 8_000

/**
 * Connects to addresses that the rules let through, and to no other. A name is resolved once, by the
 * socket itself, and what was checked is what is connected to: a name that has another address a
 * moment later gains nothing by it. A literal address is never looked up, so it is checked here.
 */
export function createGuardedConnector(
  { mayReach, isListed }: AddressRules,
  lookup: Lookup,
): buildConnector.connector {
  const connectVia = (mayConnect: (address: string) => boolean) =>
    buildConnector({
      lookup: checkedLookup(lookup, mayConnect),
      autoSelectFamily: true,
      allowH2: false,
      timeout: CONNECT_TIMEOUT_MS,
    })
  const onWebPort = connectVia(mayReach)
  const onOtherPort = connectVia(isListed)
  return (options, callback) => {
    const isWebPort = WEB_PORTS.includes(options.port)
    const mayConnect = isWebPort ? mayReach : isListed
    if (isIP(options.hostname) !== 0 && !mayConnect(options.hostname)) {
      callback(blocked(), null)
      return
    }
    const connect = isWebPort ? onWebPort : onOtherPort
    connect(options, callback)
  }
}

function checkedLookup(lookup: Lookup, mayConnect: (address: string) => boolean): LookupFunction {
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

function blocked(): FetchError {
  return new FetchError(
    'blocked-address',
    'is at an address or a port that is not open to the public; the operator can list its network',
  )
}
