import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../own-machine.ts'

/** What proxies say of whom they speak for. */
const PASSED_ON = /^(forwarded|x-forwarded(-.+)?|via|x-real-ip|x-client-ip|.+-connecting-ip)$/

/**
 * Whether a request came straight from this machine: from its own address, to its own name, by a page of
 * its own, and through no proxy that can be seen. Whoever makes money out of nothing must sit here.
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
