import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'

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
