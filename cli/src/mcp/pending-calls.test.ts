import { expect, it } from 'vitest'
import { createPendingCalls } from './pending-calls.ts'

const request = { method: 'POST', path: '/api/v1/answer' } as const
const reply = { status: 200, body: {} }
const never = new Promise<never>(() => {})
const until = new AbortController().signal

it('drops the oldest result for a new call', async () => {
  const pending = createPendingCalls(async () => reply, { most: 2 })
  const ids = [pending.start(request, 1), pending.start(request, 2)] as string[]
  for (const id of ids) await pending.find(id, until)
  const latest = pending.start(request, 3) as string
  const [first = '', second = ''] = ids
  expect(await pending.find(first, until)).toBeUndefined()
  expect(await pending.find(second, until)).toBe(reply)
  expect(await pending.find(latest, until)).toBe(reply)
})

it('never drops a running call, and refuses one above the limit without sending it', async () => {
  const sent: string[] = []
  const pending = createPendingCalls(
    (_request, id) => {
      sent.push(id)
      return never
    },
    { most: 1 },
  )
  const id = pending.start(request, 1) as string
  expect(pending.start(request, 2)).toMatchObject({ body: { code: 'TOO_MANY_CALLS' } })
  expect(sent).toEqual([id])
  expect(await pending.find(id, AbortSignal.abort())).toMatchObject({ body: { status: 'running' } })
})
