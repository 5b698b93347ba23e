import { models } from '@footnote/contract/models'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completedReply, playTasks } from '../../testing/scenes/play-tasks.ts'
import { captured, readLedger, refunded } from '../../testing/scenes/read-ledger.ts'
import { get, post, startTestService, type TestService } from '../../testing/scenes/test-service.ts'
import { answerWell, goodAnswer } from '../../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
  test.upstream.requests.length = 0
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

const QUESTION = 'What is the capital of Bolivia?'
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  required: ['a'],
  additionalProperties: false,
}

async function open(usd = '10') {
  const payer = await test.createPayer(usd)
  return {
    ask: (path: string, body: object) => post(`${test.service.url}/v1/${path}`, payer.key, body),
    list: (path: string) => get(`${test.service.url}/v1/${path}`, payer.key),
    charges: async () => (await readLedger(test.database, payer.accountId)).charges,
    key: payer.key,
  }
}

const chat = (more: object = {}) => ({
  model: 'answer',
  messages: [
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'An earlier question' },
    { role: 'assistant', content: 'An earlier answer' },
    { role: 'user', content: QUESTION },
  ],
  temperature: 0.2,
  ...more,
})

describe('chat completions', () => {
  it('answer the last question with citations, paid once', async () => {
    const { ask, charges } = await open()
    const { status, body } = await ask('chat/completions', chat())
    expect(status).toBe(200)
    const [charge] = await charges()
    expect(charge).toMatchObject(captured)
    expect(body).toMatchObject({
      id: `chatcmpl-${charge?.id}`,
      object: 'chat.completion',
      model: 'answer',
      billing: { request_id: charge?.id, cost_usd: 0.02 },
    })
    expect(body.choices).toEqual([
      {
        index: 0,
        message: {
          role: 'assistant',
          content: goodAnswer.answer,
          refusal: null,
          annotations: [
            {
              type: 'url_citation',
              url_citation: {
                start_index: 6,
                end_index: 11,
                url: 'https://example.com/a',
                title: 'A',
              },
            },
          ],
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ])
    expect(test.upstream.requests[0]?.body).toMatchObject({ query: QUESTION })
  })

  it('follow a JSON Schema', async () => {
    const { ask } = await open()
    const response_format = { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } }
    const { body } = await ask(
      'chat/completions',
      chat({ model: 'research-standard', response_format }),
    )
    expect(body.choices[0].message.content).toBe('{"a":1}')
    expect(test.upstream.requests[0]?.body).toMatchObject({ output_schema: SCHEMA })
  })

  it('take the source controls of the API beside OpenAI’s own fields', async () => {
    const { ask } = await open()
    await ask('chat/completions', chat({ include_domains: ['example.com'] }))
    expect(test.upstream.requests[0]?.body).toMatchObject({ include_domains: ['example.com'] })
  })

  it('wait for research that runs as a task', async () => {
    const tasks = playTasks(test.upstream)
    const { ask, charges } = await open()
    const reply = ask('chat/completions', chat({ model: 'research-deep' }))
    await expect.poll(() => tasks.size).toBe(1)
    for (const task of tasks.values()) task.look = completedReply
    expect((await reply).body.choices[0].message.content).toBe('A report [[1]].')
    expect(await charges()).toMatchObject([captured])
  })

  it('stream as chunks that together are the answer', async () => {
    const { key } = await open()
    const response = await fetch(`${test.service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat({ stream: true, stream_options: { include_usage: true } })),
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const lines = (await response.text()).split('\n').filter(line => line.startsWith('data: '))
    expect(lines.pop()).toBe('data: [DONE]')
    const chunks = lines.map(line => JSON.parse(line.slice('data: '.length)))
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }: never) => delta))
    expect(deltas.map(({ content = '' }) => content).join('')).toBe(goodAnswer.answer)
    expect(deltas.flatMap(({ annotations = [] }) => annotations)).toHaveLength(1)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } })
  })
})

describe('responses', () => {
  it('answer with annotations', async () => {
    const { ask, charges } = await open()
    const input = [{ role: 'user', content: [{ type: 'input_text', text: QUESTION }] }]
    const { body } = await ask('responses', { model: 'finance-deep', input })
    expect(body).toMatchObject({
      object: 'response',
      status: 'completed',
      output_text: 'A report [[1]].',
      output: [{ content: [{ annotations: [{ type: 'url_citation', start_index: 9 }] }] }],
    })
    expect(await charges()).toMatchObject([captured])
  })

  it.each([
    { field: 'previous_response_id', value: 'resp_1' },
    { field: 'background', value: true },
    { field: 'tools', value: [{ type: 'function', name: 'f' }] },
  ])('refuse $field, which they could not honour', async ({ field, value }) => {
    const { ask, charges } = await open()
    const asked = { model: 'answer', input: QUESTION, [field]: value }
    const { status, body } = await ask('responses', asked)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'INVALID_REQUEST', param: field })
    expect(await charges()).toEqual([])
  })
})

describe('errors in OpenAI’s shape', () => {
  it('name an unknown model and list the known ones', async () => {
    const { ask } = await open()
    const { status, body } = await ask('chat/completions', chat({ model: 'gpt-4o' }))
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', type: 'invalid_request_error' })
    expect(body.error.message).toContain('research-frontier')
  })

  it('say that the key is wrong', async () => {
    const { status, body } = await post(`${test.service.url}/v1/chat/completions`, 'fn_no', chat())
    expect(status).toBe(401)
    expect(body.error).toMatchObject({ code: 'INVALID_API_KEY', type: 'authentication_error' })
  })

  it('say that the balance is too low, also of a stream', async () => {
    const { ask } = await open('0.01')
    const { status, body } = await ask('chat/completions', chat({ stream: true }))
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ code: 'INSUFFICIENT_BALANCE', required_usd: 0.02 })
  })

  it('tell the client not to repeat a call that was refunded', async () => {
    test.upstream.handler = () => ({ status: 500, body: {} })
    const { ask, charges } = await open()
    const { status, headers, body } = await ask('chat/completions', chat())
    expect(status).toBe(502)
    expect(headers.get('x-should-retry')).toBe('false')
    expect(body.error).toMatchObject({ code: 'QUERY_FAILED_REFUNDED', billing: { cost_usd: 0 } })
    expect(await charges()).toMatchObject([refunded])
  })

  it('refuse what is no question', async () => {
    const { ask } = await open()
    const { body } = await ask('chat/completions', { model: 'answer', messages: [] })
    expect(body.error).toMatchObject({ param: 'messages' })
    const image = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }]
    const { status } = await ask('chat/completions', { model: 'answer', messages: image })
    expect(status).toBe(400)
  })
})

describe.each([{ stream: false }, { stream: true }])(
  'a connection that breaks, with stream: $stream,',
  ({ stream }) => {
    it('leaves a reply that the same request gets without a second charge', async () => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      test.upstream.handler = async request => {
        reached.resolve()
        await released.promise
        return answerWell(request)
      }
      const { charges, key } = await open()
      const ask = async (signal?: AbortSignal) => {
        const response = await fetch(`${test.service.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(chat({ stream })),
          signal: signal ?? null,
        })
        return response.text()
      }
      const hungUp = new AbortController()
      const first = ask(hungUp.signal)
      await reached.promise
      hungUp.abort()
      await expect(first).rejects.toThrow()
      released.resolve()
      await expect.poll(charges).toMatchObject([captured])

      expect(await ask()).toContain(goodAnswer.answer)
      expect(await charges()).toHaveLength(1)
      // A reply that was delivered is not given again: the next question is a new call.
      await ask()
      expect(await charges()).toHaveLength(2)
    })
  },
)

describe('a client that tries again', () => {
  const again = { 'x-stainless-retry-count': '1' }

  it('is not charged again, even if the first reply seemed to arrive', async () => {
    const { ask, charges, key } = await open()
    const first = await ask('chat/completions', chat())
    const second = await post(`${test.service.url}/v1/chat/completions`, key, chat(), again)
    expect(second.body.choices).toEqual(first.body.choices)
    expect(second.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
    expect(await charges()).toHaveLength(1)
  })

  it('pays for a new call if the first was refused before the debit', async () => {
    const { ask, charges, key } = await open('0.01')
    expect((await ask('chat/completions', chat())).status).toBe(402)
    const second = await post(`${test.service.url}/v1/chat/completions`, key, chat(), again)
    expect(second.status).toBe(402)
    expect(await charges()).toEqual([])
  })
})

it('names the call in X-Request-Id, so that its result can be fetched', async () => {
  const { ask, key } = await open()
  const { headers, body } = await ask('chat/completions', chat())
  const id = headers.get('x-request-id')
  expect(body.billing.request_id).toBe(id)
  const call = await get(`${test.service.url}/api/v1/calls/${id}`, key)
  expect(call.body).toMatchObject({ status: 'completed', result: { answer: goodAnswer.answer } })
})

it('refunds a call whose client left, if the service stops before anyone fetched it', async () => {
  const other = await startTestService()
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  other.upstream.handler = async request => {
    reached.resolve()
    await held.promise
    return answerWell(request)
  }
  const { key, accountId } = await other.createPayer('10')
  const hungUp = new AbortController()
  const lost = fetch(`${other.service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(chat()),
    signal: hungUp.signal,
  })
  await reached.promise
  hungUp.abort()
  await expect(lost).rejects.toThrow()
  held.resolve()
  const charges = async () => (await readLedger(other.database, accountId)).charges
  await expect.poll(charges).toMatchObject([captured])
  await other.service.stop()
  expect(await charges()).toMatchObject([{ state: 'refunded', cause: 'shutdown' }])
  await other.upstream.close()
  await other.drop()
})

it('lists one model for each price', async () => {
  const { list } = await open()
  const { body } = await list('models')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(models.map(({ id }) => id))
  expect((await list('models/research-lite')).body).toMatchObject({ object: 'model' })
  expect((await list('models/gpt-4o')).status).toBe(404)
})
