import { randomUUIDv7 } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect, it } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

const newOwner = () => ({ requestId: randomUUIDv7(), accountId: randomUUIDv7() })

it('deletes a result some time after its call has ended, not before', async () => {
  const calls = createOpenCalls({ reportFault: () => expect.unreachable() }, { keepMs: 1, most: 9 })
  const owner = newOwner()
  const work = Promise.withResolvers<{ status: 200; body: object }>()
  void calls.start(owner, () => work.promise)
  const ending = calls.find(owner)
  work.resolve({ status: 200, body: { answer: 42 } })
  expect(await ending).toEqual({ event: 'result', data: { status: 200, body: { answer: 42 } } })
  await waitFor('it to be forgotten', () => calls.find(owner) === undefined)
})

it('reports a fault of ours, and returns it as the API does', async () => {
  const faults: unknown[] = []
  const calls = createOpenCalls({ reportFault: fault => faults.push(fault) }, { most: 9 })
  const fault = new Error('a secret of the inside')
  const late = newOwner()
  const atOnce = newOwner()
  void calls.start(late, async () => {
    throw fault
  })
  void calls.start(atOnce, () => {
    throw fault
  })
  for (const owner of [late, atOnce]) {
    const event = await calls.find(owner)
    expect(event).toMatchObject({
      event: 'failure',
      data: { code: 'SERVICE_UNAVAILABLE', request_id: owner.requestId },
    })
    expect(JSON.stringify(event)).not.toContain('secret')
  }
  expect(faults).toEqual([fault, fault])
})
