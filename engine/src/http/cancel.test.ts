import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Research } from '../research.ts'
import { KEY } from '../runs/testing/engine-client.ts'
import {
  startAnotherEngine,
  startTestEngine,
  type TestEngine,
} from '../runs/testing/test-engine.ts'

/** Research that only ends when it is stopped. */
function endless() {
  const started = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const research: Research = (_, { signal }) => {
    started.resolve()
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        stopped.resolve()
        reject(signal.reason)
      })
    })
  }
  return { research, started: started.promise, stopped: stopped.promise }
}

const cancel = async ({ url }: Pick<TestEngine, 'url'>, path: string) => {
  const reply = await fetch(url + path, { method: 'DELETE', headers: { 'x-api-key': KEY } })
  return { status: reply.status, body: await reply.json() }
}
const ask = ({ url }: Pick<TestEngine, 'url'>, name: string) =>
  fetch(`${url}/v1/answer`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'footnote-call': name },
    body: JSON.stringify({ query: 'Why?' }),
  })

describe('a call', () => {
  it('stops when it is cancelled, and its reply says so', async () => {
    const { research, started, stopped } = endless()
    const engine = await startTestEngine(research)
    const name = randomUUID()
    const call = ask(engine, name)
    await started
    expect(await cancel(engine, `/v1/calls/${name}`)).toEqual({
      status: 200,
      body: { status: 'cancelled' },
    })
    await stopped
    const reply = await call
    expect([reply.status, await reply.json()]).toEqual([
      409,
      { detail: 'The research was cancelled.', reason: 'cancelled' },
    ])
  })

  it('that waits in line can be cancelled', async () => {
    const { research, started } = endless()
    const engine = await startTestEngine(research, { callsAtOnce: 1 })
    const [first, second] = [randomUUID(), randomUUID()]
    const calls = [ask(engine, first)]
    await started
    calls.push(ask(engine, second))
    await expect.poll(async () => (await cancel(engine, `/v1/calls/${second}`)).status).toBe(200)
    await cancel(engine, `/v1/calls/${first}`)
    expect(await Promise.all(calls.map(async call => (await call).status))).toEqual([409, 409])
  })

  it('that has ended is not found', async () => {
    const engine = await startTestEngine()
    const name = randomUUID()
    expect((await ask(engine, name)).status).toBe(200)
    expect(await cancel(engine, `/v1/calls/${name}`)).toMatchObject({ status: 404 })
  })
})

describe('a task', () => {
  const cancelled = { status: 'failed', reason: 'cancelled', result: null }

  it('stops when it is cancelled, also on another engine, and twice is the same as once', async () => {
    const { research, started, stopped } = endless()
    const engine = await startTestEngine(research)
    const path = await engine.submit()
    await started
    const other = await startAnotherEngine({
      ...engine.config,
      dataDir: `${engine.config.dataDir}-2`,
    })
    for (const asked of [other, engine]) {
      expect(await cancel(asked, path)).toMatchObject({
        status: 200,
        body: { status: 'cancelled' },
      })
    }
    await stopped
    expect(await engine.ended(path)).toMatchObject(cancelled)
  })

  it('that is queued never starts, and the next in its queue does', async () => {
    const release = Promise.withResolvers<void>()
    let starts = 0
    const engine = await startTestEngine(
      async (_request, { signal }) => {
        starts += 1
        await release.promise
        signal?.throwIfAborted()
        throw new Error('ends here')
      },
      { runsAtOnce: 1 },
    )
    const first = await engine.submit()
    await expect.poll(() => starts).toBe(1)
    const second = await engine.submit()
    expect(await cancel(engine, second)).toMatchObject({ status: 200 })
    expect(await engine.ended(second)).toMatchObject(cancelled)
    expect(await cancel(engine, first)).toMatchObject({ status: 200 })
    release.resolve()
    expect(await engine.ended(first)).toMatchObject(cancelled)
    expect(starts).toBe(1)
  })

  it('that has ended cannot be cancelled, and keeps its result', async () => {
    const engine = await startTestEngine()
    const path = await engine.submit()
    await engine.ended(path)
    expect(await cancel(engine, path)).toMatchObject({ status: 409 })
    expect(await engine.ended(path)).toMatchObject({ status: 'completed' })
  })

  it('that does not exist is not found', async () => {
    const engine = await startTestEngine()
    for (const id of [randomUUID(), 'x']) {
      expect(await cancel(engine, `/v1/research/${id}`)).toMatchObject({ status: 404 })
    }
  })
})
