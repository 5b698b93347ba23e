import { randomUUID } from 'node:crypto'
import { examples } from '@footnote/contract/examples'
import { tools } from '@footnote/contract/tools'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type EmbeddedScene,
  openEmbeddedScene,
} from '../../../server/src/testing/scenes/embedded-scene.ts'
import {
  completedReply,
  cutConnection,
  taskReply,
} from '../../../server/src/testing/scenes/play-tasks.ts'
import {
  captured,
  startTaskScene,
  type TaskScene,
} from '../../../server/src/testing/scenes/task-scene.ts'
import { goodAnswer, goodResearch } from '../../../server/src/testing/stubs/stub-upstream.ts'
import {
  type CountryCode,
  Footnote,
  InsufficientBalanceError,
  InvalidApiKeyError,
  InvalidRequestError,
  JobExpiredError,
  JobNotFoundError,
  JobPollFailedError,
  MethodNotAllowedError,
  NotFoundError,
  type Progress,
  QueryFailedRefundedError,
  QueryTooLongError,
} from '../index.node.ts'
import { Footnote as FetchFootnote } from '../index.ts'

describe('against the service with a stub upstream', () => {
  let scene: TaskScene
  let footnote: Footnote
  const open = (more = {}) =>
    new Footnote({
      apiKey: scene.payer.key,
      baseUrl: scene.service.url,
      maxRetries: 0,
      ...more,
    })
  beforeAll(async () => {
    scene = await startTaskScene({ FOOTNOTE_SWEEP_SECONDS: '3600' })
    footnote = open()
  })
  afterAll(() => scene.close())

  let restoreHandler = () => {}
  afterEach(() => restoreHandler())
  function upstreamFails(): void {
    const { handler } = scene.upstream
    restoreHandler = () => {
      scene.upstream.handler = handler
    }
    scene.upstream.handler = () => ({ status: 500, body: {} })
  }

  it('returns answers, reports and financial reports with their cost', async () => {
    const answer = await footnote.answer({ query: 'Capital?', freshness: 'year' })
    expect(answer).toEqual({ ...goodAnswer, billing: expect.objectContaining({ cost_usd: 0.02 }) })
    const report = await footnote.research({ input: 'Compare.', research_effort: 'lite' })
    expect(report).toMatchObject({ ...goodResearch, billing: { cost_usd: 0.04 } })
    const finance = await footnote.financeResearch({ input: 'Debt?', research_effort: 'deep' })
    expect(finance).toMatchObject({ ...goodResearch, billing: { cost_usd: 0.35 } })

    const { calls } = await footnote.usage()
    expect(calls.map(call => call.request_id)).toEqual(
      [finance, report, answer].map(({ billing }) => billing.request_id),
    )
    expect((await footnote.wallet()).balance_usd).toBe(finance.billing.balance_usd)
  })

  it('returns status, headers, request ID and cost with the result of every method', async () => {
    const answered = await footnote.answer({ query: 'q' }).withResponse()
    const { request_id: requestId } = answered.billing
    expect(answered).toMatchObject({ status: 200, requestId, data: goodAnswer })
    expect(answered.headers.get('x-request-id')).toBe(requestId)
    const task = await footnote.research({ input: 'i', background: true }).withResponse()
    expect(task).toMatchObject({ status: 202, requestId: task.data.task_id })
    const found = await footnote.calls.retrieve(requestId).withResponse()
    expect(found).toMatchObject({ data: { status: 'completed' }, billing: { cost_usd: 0.02 } })
    const replies = await Promise.all([
      footnote.tasks.retrieve(task.data.task_id).withResponse(),
      footnote.webhooks.list().withResponse(),
      footnote.usage().withResponse(),
      footnote.wallet().withResponse(),
      footnote.send({ method: 'GET', path: '/api/v1/wallet' }).withResponse(),
    ])
    for (const { status, requestId: id, billing } of replies) {
      expect([status, id, billing]).toEqual([200, expect.any(String), undefined])
    }
  })

  it('reports a failure once, however its promise is used', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    const unknown = open({ apiKey: 'fn_unknown' })
    await expect(unknown.wallet().withResponse()).rejects.toBeInstanceOf(InvalidApiKeyError)
    await expect(unknown.wallet().finally(() => {})).rejects.toBeInstanceOf(InvalidApiKeyError)
    expect(await unknown.wallet().catch(error => error.money)).toBe('not_charged')
    await expect(Promise.all([unknown.wallet()])).rejects.toBeInstanceOf(InvalidApiKeyError)
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })

  it('works the same over fetch', async () => {
    const overFetch = new FetchFootnote({ apiKey: scene.payer.key, baseUrl: scene.service.url })
    await expect(overFetch.wallet()).resolves.toEqual(await footnote.wallet())
  })

  it('submits a task, which is charged once', async () => {
    const { task_id, billing } = await footnote.research({ input: 'i', research_effort: 'deep' })
    expect(billing).toMatchObject({ request_id: task_id, cost_usd: 0.3 })
    await expect(footnote.tasks.retrieve(task_id)).resolves.toMatchObject({ status: 'queued' })
    expect((await footnote.wallet()).balance_usd).toBe(billing.balance_usd)
  })

  it('watches a task to its end and returns its result', async () => {
    const task = await scene.submit()
    task.becomes(completedReply)
    const states: string[] = []
    for await (const { event, data } of footnote.tasks.events(task.id)) {
      if (event === 'state') states.push(data.status)
    }
    expect(states).toEqual(['queued', 'completed'])
    const { result } = await footnote.tasks.wait(task.id)
    expect(result).toEqual(goodResearch)
    expect(await task.facts()).toMatchObject(captured)
  })

  it('throws for a failed and refunded task', async () => {
    const task = await scene.submit()
    task.becomes(taskReply({ status: 'failed' }))
    const error = await footnote.tasks.wait(task.id).catch(thrown => thrown)
    expect(error).toBeInstanceOf(QueryFailedRefundedError)
    expect(error).toMatchObject({ money: 'refunded', requestId: task.id })
    expect(await task.facts()).toMatchObject({ charge: 'refunded' })
  })

  it('reports the problems of a request, and that nothing was charged', async () => {
    const error = await footnote
      .answer({ query: 'q', freshness: 'soon', country: 'XX' as CountryCode })
      .catch(thrown => thrown)
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ status: 400, money: 'not_charged' })
    expect(error.errors.map(({ path }: { path: string }) => path)).toEqual([
      '/freshness',
      '/country',
    ])
    expect(error.message).toContain('/freshness must be')
  })

  it('reports the price and the balance if the balance is too low', async () => {
    const { key } = await scene.createPayer('0.01')
    const error = await open({ apiKey: key })
      .answer({ query: 'q' })
      .catch(thrown => thrown)
    expect(error).toBeInstanceOf(InsufficientBalanceError)
    expect(error).toMatchObject({ requiredUsd: 0.02, balanceUsd: 0.01, money: 'not_charged' })
  })

  it('reports the refund of a failed call', async () => {
    upstreamFails()
    const error = await footnote.answer({ query: 'q' }).catch(thrown => thrown)
    expect(error).toBeInstanceOf(QueryFailedRefundedError)
    expect(error).toMatchObject({
      status: 502,
      money: 'refunded',
      billing: { request_id: error.requestId, cost_usd: 0, refunded_usd: 0.02 },
    })
  })

  it('has a class for every other refusal', async () => {
    const unknown = open({ apiKey: 'fn_unknown' })
    await expect(unknown.wallet()).rejects.toBeInstanceOf(InvalidApiKeyError)
    const long = footnote.answer({ query: 'q'.repeat(401) })
    await expect(long).rejects.toBeInstanceOf(QueryTooLongError)
    await expect(long).rejects.toMatchObject({ errors: [{ path: '/query' }] })
    const stranger = footnote.tasks.wait(randomUUID())
    await expect(stranger).rejects.toBeInstanceOf(JobNotFoundError)
    const nowhere = footnote.send({ method: 'GET', path: '/api/v1/nothing' })
    await expect(nowhere).rejects.toBeInstanceOf(NotFoundError)
    const wrongWay = footnote.send({ method: 'DELETE', path: '/api/v1/wallet' })
    await expect(wrongWay).rejects.toBeInstanceOf(MethodNotAllowedError)
  })

  it('has a class for every error of a task', async () => {
    const task = await scene.submit()
    task.becomes(cutConnection)
    const retrieval = footnote.tasks.retrieve(task.id)
    await expect(retrieval).rejects.toBeInstanceOf(JobPollFailedError)
    await expect(retrieval).rejects.toMatchObject({ retryAfterSeconds: 5 })
    task.becomes(completedReply)
    await task.retrieve()
    await task.travel({ task: "expires_at = now() - interval '1 second'" })
    await expect(footnote.tasks.wait(task.id)).rejects.toBeInstanceOf(JobExpiredError)
  })
})

describe('against the service as shipped', () => {
  let scene: EmbeddedScene
  let footnote: Footnote
  beforeAll(async () => {
    scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
    const { key: apiKey } = await scene.createPayer()
    footnote = new Footnote({ apiKey, baseUrl: scene.service.url })
  })
  afterAll(() => scene.close())

  it('returns an answer with citations', async () => {
    const { answer, citations } = await footnote.answer({
      query: tools.answer.question.example,
      exclude_domains: ['example.org'],
    })
    expect(answer).toContain('[[1]]')
    expect(citations[0]?.source).toMatch(/^https:/)
  })

  it('waits for a deep report that matches the schema, and reports its progress', async () => {
    const Facts = z.object({ capital: z.string(), population: z.number() })
    const { task_id } = await footnote.research({
      input: examples.structuredRequest.input,
      research_effort: 'deep',
      output_schema: Facts,
    })
    const told: Progress[] = []
    const { result } = await footnote.tasks.wait(task_id, {
      output_schema: Facts,
      onProgress: progress => told.push(progress),
    })
    expect(result.output.content.capital).toMatch(/Santiago/)
    expect(result.output.content_type).toBe('object')
    expect(told.at(-1)).toMatchObject({ status: 'completed' })
  })
})
