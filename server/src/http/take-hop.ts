import { randomUUID } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FORWARDED, HOP } from '../calls/forward-call.ts'
import { isLiving } from '../instance/lease.ts'

/** Names the reply to a request that another living instance has passed on. Nobody else knows such an id. */
export async function takeHop(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { [FORWARDED]: instanceId } = request.headers
  if (typeof instanceId !== 'string' || !isUuid(instanceId)) return
  if (!(await isLiving(database, instanceId))) return
  request.hop = randomUUID()
  reply.header(HOP, request.hop)
}
