import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../local-mode.ts'

/** What proxies say of whom they speak for. */
const PASSED_ON = /^(forwarded|x-forwarded(-.+)?|via|x-real-ip|x-client-ip|.+-connecting-ip)$/

/**
 * Whether a request looks as if it came straight from this machine: from its own address, to its own
 * name, by a page of its own, and through no proxy that says so. One that hides itself is not seen, and no
 * header can show it: `costsRealMoney` is what keeps test credit from paying for anything. This only keeps
 * strangers from the test page of a service in local mode.
 */
export function isDirectVisit({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw
  const peer = socket.remoteAddress?.replace(/^::ffff:/i, '') ?? ''
  return (
    isLoopback(peer) &&
    isLoopback(hostnameOf(`http://${headers.host ?? ''}`)) &&
    isLoopback(hostnameOf(headers.origin ?? '')) &&
    !Object.keys(headers).some(name => PASSED_ON.test(name))
  )
}

function hostnameOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? ''
}
