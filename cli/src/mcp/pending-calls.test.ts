import { expect, it } from 'vitest'
import { createPendingCalls } from './pending-calls.ts'

const request = { method: 'POST', path: '/api/v1/answer' } as const
const reply = { status: 200, body: {} }
const never = new Promise<never>(() => {})

it('drops the oldest result for a new call', async () => {
  const pending = createPendingCalls(async () => reply, { most: 2 })
  const ids = [pending.start(request), pending.start(request)] as string[]
  for (const id of ids) await pending.find(id)
  const latest = pending.start(request) as string
  const [first = '', second = ''] = ids
  expect(pending.find(first)).toBeUndefined()
  await expect(pending.find(second)).resolves.toBe(reply)
  await expect(pending.find(latest)).resolves.toBe(reply)
})

it('never drops a running call, and refuses one above the limit without sending it', () => {
  let sent = 0
  const pending = createPendingCalls(
    () => {
      sent += 1
      return never
    },
    { most: 1 },
  )
  const id = pending.start(request)
  expect(pending.start(request)).toMatchObject({ body: { code: 'TOO_MANY_CALLS' } })
  expect(sent).toBe(1)
  expect(pending.find(id as string)).toBeDefined()
})

it('finds a call by its own id and by its request id', async () => {
  const ended = { status: 202, body: { billing: { request_id: 'task' } } }
  const pending = createPendingCalls(async () => ended)
  const id = pending.start(request) as string
  await expect(pending.find(id)).resolves.toBe(ended)
  await expect(pending.find('task')).resolves.toBe(ended)
  expect(pending.find('other')).toBeUndefined()
})
