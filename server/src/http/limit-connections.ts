import { randomUUIDv7 } from 'node:crypto'
import { BlockList, isIPv6, type Server, type Socket } from 'node:net'
import { refuseConnection, transportLimits } from '@footnote/platform/server-options'
import { errorBody } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { invalid } from './validate-body.ts'

export interface ConnectionGuard {
  /** Whether a connection may stay open after its reply. */
  readonly keepsAlive: boolean
  /** Whether this connection was opened while too many were open, so its requests are refused. */
  refuses(socket: Socket): boolean
  /** Returns whether the address of this connection has reached half of its limit. */
  isCrowded(socket: Socket): boolean
}

/** Share of connections that may be idle, so that new callers always find a place. */
const IDLE_SHARE = 1 / 2
/**
 * Share of connections that are served. Those above get a refusal, and those above all are dropped.
 */
const SERVED_SHARE = 7 / 8

export interface ConnectionLimits {
  readonly most: number
  /** For each address; connections above are dropped. */
  readonly mostPerAddress?: number | undefined
  /** Addresses or networks whose connections have many callers behind them. */
  readonly proxies?: readonly string[]
}

/** Keeps the server's connections from using up the files that the process may open. */
export function limitConnections(
  server: Server,
  { most, mostPerAddress = Number.POSITIVE_INFINITY, proxies = [] }: ConnectionLimits,
): ConnectionGuard {
  const addresses = limitAddresses({ most: mostPerAddress, proxies })
  const mostIdle = Math.ceil(most * IDLE_SHARE)
  const mostServed = Math.ceil(most * SERVED_SHARE)
  const latecomers = new WeakSet<Socket>()
  let open = 0

  // Node's own limit would count the connections of one listening socket only.
  server.on('connection', socket => {
    if (open >= most || !addresses.take(socket)) {
      socket.destroy()
      return
    }
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    if (open > mostServed) latecomers.add(socket)
  })

  return {
    get keepsAlive() {
      return open <= mostIdle
    },
    refuses: socket => open > mostServed && latecomers.has(socket),
    isCrowded: socket => addresses.countOf(socket) >= mostPerAddress / 2,
  }
}

/**
 * Counts open connections by address, and by network for IPv6. Takes none above the limit. Proxies and this machine,
 * where one may run, have no limit and are not counted.
 */
function limitAddresses({ most, proxies }: { most: number; proxies: readonly string[] }) {
  const exempt = new BlockList()
  for (const network of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) exempt.addAddress(address, family)
    else exempt.addSubnet(address, Number(bits), family)
  }
  const counts = new Map<string, number>()
  return {
    take(socket: Socket): boolean {
      const { remoteAddress = '' } = socket
      if (exempt.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return true
      const network = networkOf(remoteAddress)
      const count = counts.get(network) ?? 0
      if (count >= most) return false
      counts.set(network, count + 1)
      socket.once('close', () => {
        const left = (counts.get(network) ?? 1) - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      })
      return true
    },
    countOf: ({ remoteAddress = '' }: Socket) => counts.get(networkOf(remoteAddress)) ?? 0,
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `must not have more than ${transportLimits.headerKibibytes} KiB of headers`,
  ERR_HTTP_REQUEST_TIMEOUT: `must arrive within ${transportLimits.requestSeconds} seconds`,
}

const refused = new WeakSet<Socket>()

/** Returns whether a connection was refused. A request that arrives on it all the same must not run. */
export function wasRefused(socket: Socket): boolean {
  return refused.has(socket)
}

/**
 * Replies to connections that never sent a valid request: broken HTTP, oversized headers, slow
 * senders.
 */
export function refuseSender(error: Error & { code?: string }, socket: Socket): void {
  refuseConnection(error, socket, code => {
    refused.add(socket)
    const requestId = randomUUIDv7()
    const message = MESSAGES[code] ?? 'must be valid HTTP/1.1'
    return {
      status: '400 Bad Request',
      headers: `X-Request-Id: ${requestId}\r\n`,
      body: errorBody(invalid('INVALID_REQUEST', [{ path: '', message }]), requestId),
    }
  })
}
