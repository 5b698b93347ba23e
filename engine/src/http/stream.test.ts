import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { NoResult, type Research } from '../research.ts'
import { goodResult } from '../runs/testing/good-result.ts'
import { openStream } from '../runs/testing/read-stream.ts'
import { startAnotherEngine, startTestEngine } from '../runs/testing/test-engine.ts'

const event = (id: number, stage: string, counts: object) => ({
  id: String(id),
  event: stage,
  data: { stage, counts },
})

/** Research that waits before its second step. */
function stepByStep(): { research: Research; goOn: () => void } {
  const step = Promise.withResolvers<void>()
  return {
    goOn: step.resolve,
    async research(_request, { onProgress }) {
      onProgress?.({ stage: 'planning', counts: {} })
      onProgress?.({ stage: 'searching', counts: { queries: 2, results: 30 } })
      await step.promise
      onProgress?.({ stage: 'writing', counts: { claims: 4 } })
      return goodResult
    },
  }
}

it('tells progress as it happens, then the end, when the stored state is final', async () => {
  const { research, goOn } = stepByStep()
  const engine = await startTestEngine(research)
  const path = await engine.submit()
  const stream = await openStream(`${engine.url}${path}/stream`)
  const task_id = path.split('/').at(-1)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await stream.next()).toEqual({ event: 'connected', data: { task_id } })
  expect(await stream.next()).toEqual(event(1, 'planning', {}))
  expect(await stream.next()).toEqual(event(2, 'searching', { queries: 2, results: 30 }))
  goOn()
  expect(await stream.next()).toEqual(event(3, 'writing', { claims: 4 }))
  expect(await stream.next()).toEqual({
    event: 'completed',
    data: { task_id, status: 'completed' },
  })
  expect((await engine.get(path)).body).toMatchObject({ status: 'completed' })
  expect(await stream.next()).toBeUndefined()
})

it('resumes after the event that the caller has, on any engine, during the run and after', async () => {
  const { research, goOn } = stepByStep()
  const engine = await startTestEngine(research, { runsAtOnce: 1 })
  const path = await engine.submit()
  const first = await openStream(`${engine.url}${path}/stream`)
  for (const _ of ['connected', 'planning', 'searching']) await first.next()
  first.hangUp()
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const other = await startAnotherEngine({ ...engine.config, dataDir: folder.path })
  const second = await openStream(`${other.url}${path}/stream?from_id=1`)
  expect(await second.next()).toMatchObject({ event: 'connected' })
  expect(await second.next()).toMatchObject({ id: '2', event: 'searching' })
  goOn()
  expect(await second.next()).toMatchObject({ id: '3', event: 'writing' })
  expect(await second.rest()).toMatchObject([{ event: 'completed' }])
  for (const [fromId, names] of [
    ['0', ['connected', 'planning', 'searching', 'writing', 'completed']],
    ['2', ['connected', 'writing', 'completed']],
    ['999999999999999999', ['connected', 'completed']],
  ] as const) {
    const stream = await openStream(`${other.url}${path}/stream?from_id=${fromId}`)
    expect((await stream.rest()).map(({ event }) => event)).toEqual(names)
  }
})

it('tells queries and sources to callers that ask for them, from memory alone and to those who come later too', async () => {
  const step = Promise.withResolvers<void>()
  const source = { url: 'https://example.org/', title: 'Canary of a source' }
  const engine = await startTestEngine(async (_request, { onQuery, onSource }) => {
    onQuery?.('Canary of a query')
    onSource?.(source)
    await step.promise
    onSource?.({ ...source, url: `${source.url}late` })
    return goodResult
  })
  const path = await engine.submit()
  const headers = { 'footnote-events': 'true' }
  const names = async (stream: Awaited<ReturnType<typeof openStream>>) =>
    (await stream.rest()).map(({ event }) => event)
  const [asking, silent] = await Promise.all([
    openStream(`${engine.url}${path}/stream`, { headers }),
    openStream(`${engine.url}${path}/stream`),
  ])
  expect(await asking.next()).toMatchObject({ event: 'connected' })
  expect(await asking.next()).toEqual({ event: 'query', data: { query: 'Canary of a query' } })
  expect(await asking.next()).toEqual({ event: 'source', data: source })
  const late = await openStream(`${engine.url}${path}/stream`, { headers })
  const begin = [await late.next(), await late.next(), await late.next()]
  expect(begin).toMatchObject([{}, { event: 'query' }, { event: 'source' }])
  const { rows } = await engine.database.query('select name, counts from run_event')
  expect(JSON.stringify(rows)).not.toContain('Canary')
  step.resolve()
  expect(await names(asking)).toEqual(['source', 'completed'])
  expect(await names(late)).toEqual(['source', 'completed'])
  expect(await names(silent)).toEqual(['connected', 'completed'])
})

it('tells of a failure by its name alone', async () => {
  const engine = await startTestEngine(() => Promise.reject(new NoResult('no_source')))
  const path = await engine.submit()
  const stream = await openStream(`${engine.url}${path}/stream`)
  expect(await stream.rest()).toEqual([
    { event: 'connected', data: expect.anything() },
    { event: 'failed', data: { task_id: path.split('/').at(-1), status: 'failed' } },
  ])
})

it('tells of the end although the connection that listens for it was lost', async () => {
  const { research, goOn } = stepByStep()
  const engine = await startTestEngine(research)
  const stream = await openStream(`${engine.url}${await engine.submit()}/stream`)
  for (const _ of ['connected', 'planning', 'searching']) await stream.next()
  const { rowCount } = await engine.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen footnote_run'`,
  )
  expect(rowCount).toBe(1)
  goOn()
  expect((await stream.rest()).map(({ event }) => event)).toEqual(['writing', 'completed'])
})

it('ends when the engine stops, to be resumed elsewhere', async () => {
  const engine = await startTestEngine(() => new Promise(() => {}))
  const stream = await openStream(`${engine.url}${await engine.submit()}/stream`)
  expect(await stream.next()).toMatchObject({ event: 'connected' })
  const stopped = engine.stop()
  expect(await stream.rest()).toEqual([])
  await stopped
})

it('keeps numbers alone of what the pipeline reports', async () => {
  const engine = await startTestEngine(async (_request, { onProgress }) => {
    const counts = { pages: 3, note: 'content', share: 0.5 } as object
    onProgress?.({ stage: 'reading', counts })
    return goodResult
  })
  const stream = await openStream(`${engine.url}${await engine.submit()}/stream`)
  expect((await stream.rest())[1]).toEqual(event(1, 'reading', { pages: 3 }))
})

it('streams a call to a caller that asks for events, and ends with its reply', async () => {
  const { research, goOn } = stepByStep()
  let outcome: Error | undefined
  const engine = await startTestEngine(async (request, options) => {
    const result = await research(request, options)
    if (outcome) throw outcome
    options.onSource?.({ url: 'https://example.com/a', title: 'A' })
    return result
  })
  const call = () =>
    openStream(`${engine.url}/v1/answer`, {
      method: 'POST',
      headers: { 'footnote-events': 'true' },
      body: JSON.stringify({ query: 'q' }),
    })
  const stream = await call()
  expect(await stream.next()).toEqual({
    event: 'progress',
    data: { stage: 'planning', counts: {} },
  })
  goOn()
  const rest = await stream.rest()
  expect(rest.map(({ event }) => event)).toEqual(['progress', 'progress', 'source', 'reply'])
  expect(rest.at(-1)?.data).toMatchObject({ status: 200, body: { answer: expect.any(String) } })
  outcome = new NoResult('no_source')
  expect((await (await call()).rest()).at(-1)).toMatchObject({
    event: 'reply',
    data: { status: 422, body: { reason: 'no_source' } },
  })
})
