import { isUuid } from '@footnote/platform/is-uuid'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import { isLoopback } from '../../local-mode.ts'
import type { Cookies, Visitor } from '../../sign-in/sign-in.ts'
import { invalid } from '../validate-body.ts'

/** Converts a request's headers to the Headers class of the web. */
export function toHeaders({ headers }: Pick<FastifyRequest, 'headers'>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) result.append(name, one)
    }
  }
  return result
}

/** Reads the raw headers, since those of the request change before its body is read. */
export function visitorOf({ raw: { headers }, ip }: FastifyRequest): Visitor {
  return { cookie: headers.cookie, userAgent: headers['user-agent'], address: ip }
}

export function setCookies(reply: FastifyReply, cookies: Cookies): void {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies])
}

/** Headers that proxies add. */
const PASSED_ON = /^(forwarded|x-forwarded(-.+)?|via|x-real-ip|x-client-ip|.+-connecting-ip)$/

/**
 * Returns whether a request seems to come straight from this machine: from its own address, to its
 * own name, by a page of its own, and through no proxy that says so. A silent proxy cannot be
 * detected. `costsRealMoney` is what keeps test credit from paying for anything; this only keeps
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

/** Returns the id in a path. Anything that cannot be an id is not found. */
export function requireId(params: Readonly<Record<string, string>>, name: string): string {
  const id = params[name] ?? ''
  if (!isUuid(id)) throw new ApiError('NOT_FOUND')
  return id
}

/** Reads the number of days in a query and checks it against the operation's limits. */
export function readDays(
  text: string | undefined,
  { fewest, default: usual, most }: { fewest: number; default: number; most: number },
): number {
  const days = text === undefined ? usual : Number(text)
  if (days >= fewest && days <= most) return days
  throw invalid('INVALID_REQUEST', [
    { path: '/days', message: `must be from ${fewest} to ${most}` },
  ])
}
