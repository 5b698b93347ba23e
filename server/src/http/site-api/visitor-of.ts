import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies, Visitor } from '../../sign-in/sign-in.ts'

/** From the raw headers, since those of the request are changed before its body is read. */
export function visitorOf({ raw: { headers }, ip }: FastifyRequest): Visitor {
  return { cookie: headers.cookie, userAgent: headers['user-agent'], address: ip }
}

export function setCookies(reply: FastifyReply, cookies: Cookies): void {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies])
}
