import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { currentStatus } from './current-status.ts'

it('reports at once that calls are refused while the upstream is down', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const stub = await startStubUpstream()
  const address = { id: 1, url: stub.url, apiKey: 'key' }
  const upstream = createUpstream({ ...address, breakerMs: 600_000, mostCalls: 1, mostQueueMs: 0 })
  onTestFinished(async () => {
    await upstream.close()
    await stub.close()
  })
  const deps = { database, calls: { upstream }, timeLimits: readConfig({}).timeLimits }
  expect(await currentStatus(deps)).toMatchObject({ accepts_calls: true })
  stub.handler = () => ({ status: 503, body: {} })
  for (let failures = 0; failures < 10; failures += 1) {
    const { signal } = new AbortController()
    const turn = { endsAt: performance.now() + 60_000, signal, queue: 'a' }
    const slot = await upstream.takeSlot(turn, { kind: 'answer', isTask: false })
    await expect(upstream.run('answer', { query: 'q' }, { ...turn, slot })).rejects.toThrow()
  }
  expect(await currentStatus(deps)).toMatchObject({ accepts_calls: false })
})
