import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'
import { isUuid } from '@footnote/platform/is-uuid'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from './validate-body.ts'

const given = new AsyncLocalStorage<{ id: string | undefined }>()

/** Returns a new id for an incoming request, or the one set by `withRequestId`. */
export function nextRequestId(): string {
  const place = given.getStore()
  const id = place?.id ?? randomUUIDv7()
  if (place) place.id = undefined
  return id
}

/** Sends a request to the service itself under an id that the sender knows beforehand. */
export function withRequestId<T>(id: string, send: () => T): T {
  return given.run({ id }, send)
}

/** Gives a paid request the id that its caller chose, so that every reply carries it, errors too. */
export async function takeChosenId(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const id = readChosenId(request)
  if (id === undefined || !isUuid(id)) return
  request.id = id
  reply.header('x-request-id', id)
}

/** Returns the id that the caller chose, if any; rejects one that is not a UUID. */
export function requireChosenId(request: FastifyRequest): string | undefined {
  const id = readChosenId(request)
  if (id === undefined || isUuid(id)) return id
  throw invalid('INVALID_REQUEST', [
    {
      path: '',
      message: 'must be sent with one UUID in Footnote-Request-Id, or without this header',
    },
  ])
}

function readChosenId({ raw }: FastifyRequest): string | undefined {
  return raw.headers['footnote-request-id']?.toString().toLowerCase()
}
