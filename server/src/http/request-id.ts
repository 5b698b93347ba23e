import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUIDv7 } from 'node:crypto'

const given = new AsyncLocalStorage<{ id: string | undefined }>()

/** An id for a request that has come in; one is never given twice. */
export function nextRequestId(): string {
  const place = given.getStore()
  const id = place?.id ?? randomUUIDv7()
  if (place) place.id = undefined
  return id
}

/** Sends a request to the service itself under an id that is known before its answer. */
export function withRequestId<T>(id: string, send: () => T): T {
  return given.run({ id }, send)
}
