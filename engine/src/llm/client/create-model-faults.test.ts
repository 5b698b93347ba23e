import { waitFor } from '@footnote/platform/testing/wait-for'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { createModel } from './create-model.ts'
import type { Model } from './model.ts'
import type { FakeFault } from './testing/fake-replies.ts'
import { limits, modelScene, prompt } from './testing/model-scene.ts'

const text = 'Rice is grown in Asia.'

describe('a prompt that does not fit', () => {
  it('leaves less for the reply', async () => {
    const { model, endpoint } = await modelScene({ write: text }, { contextTokens: 2_000 })
    const user = 'word '.repeat(900)
    await model.write({ ...prompt, user }, { ...limits, maxTokens: 1_000 })
    const sent = Number(endpoint.requests[0]?.body['max_tokens'])
    expect(sent).toBeGreaterThanOrEqual(256)
    expect(sent).toBeLessThan(500)
  })

  it('is not sent if too little room is left for the reply', async () => {
    const { model, endpoint } = await modelScene({ write: text }, { contextTokens: 2_000 })
    const call = model.write({ ...prompt, user: 'word '.repeat(1_200) }, limits)
    await expect(call).rejects.toMatchObject({ kind: 'too-long' })
    expect(endpoint.requests).toEqual([])
  })

  it.each<FakeFault>(['context OpenAI', 'context vLLM', 'context llama.cpp', 'context in stream'])(
    '%s: uses the length that the endpoint states from then on',
    async fault => {
      const { model, endpoint } = await modelScene({ write: { fault } })
      await expect(model.write(prompt, limits)).rejects.toMatchObject({ kind: 'too-long' })
      expect(model.contextTokens).toBe(4_096)
      expect(endpoint.requests).toHaveLength(1)
    },
  )

  it('context Ollama: assumes less if the endpoint states nothing, but never too little', async () => {
    const { model } = await modelScene({ write: { fault: 'context Ollama' } })
    const long = { ...prompt, user: 'word '.repeat(3_000) }
    const calls = Array.from({ length: 4 }, () => model.write(long, limits))
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'too-long' })
    // Four simultaneous refusals count as one.
    expect(model.contextTokens).toBe(4_807)
    await model.write(prompt, limits).catch(() => {})
    expect(model.contextTokens).toBe(2_048)
  })
})

describe('an endpoint that fails', () => {
  it.each<FakeFault>(['server error', 'too many', 'reset'])('%s: is asked again', async fault => {
    const { model, endpoint } = await modelScene({ write: [{ fault }, { fault }, text] })
    expect(await model.write(prompt, limits)).toEqual({ text, isComplete: true })
    expect(endpoint.requests).toHaveLength(3)
  })

  it('is not asked forever', async () => {
    const { model, endpoint } = await modelScene({ write: { fault: 'server error' } })
    await expect(model.write(prompt, limits)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(endpoint.requests).toHaveLength(3)
  })

  it('is not asked again when the pause is longer than the time', async () => {
    const { model, endpoint } = await modelScene(
      { write: [{ fault: 'server error' }, text] },
      { retryPausesMs: [30_000] },
    )
    await expect(model.write(prompt, limits)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('gets no call before its Retry-After has passed', async () => {
    const { model, endpoint } = await modelScene({ write: { fault: 'too many for long' } })
    await expect(model.write(prompt, limits)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(model.write(prompt, limits)).rejects.toThrow(/left alone/)
    expect(endpoint.requests).toHaveLength(1)
  })

  it('is not asked again once its reply began', async () => {
    const { model, endpoint } = await modelScene({ write: { text, resetAfter: 2 } })
    expect(await model.write(prompt, limits)).toMatchObject({ isComplete: false })
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each<[FakeFault, RegExp]>([
    ['unauthorized', /FOOTNOTE_LLM_KEY/],
    ['unknown model', /FOOTNOTE_LLM_MODEL/],
    ['out of money', /nothing left to spend/],
  ])('%s: says what to do, and is left alone for a while', async (fault, advice) => {
    const { model, endpoint } = await modelScene({ write: { fault } })
    await expect(model.write(prompt, limits)).rejects.toThrow(advice)
    await expect(model.write(prompt, limits)).rejects.toThrow(/left alone/)
    expect(endpoint.requests).toHaveLength(1)
  })

  it('is left alone after failing several times in a row, and tried again after a rest', async () => {
    const script = { write: { fault: 'server error' } } as const
    const { model, endpoint } = await modelScene(script, { retryPausesMs: [], restMs: 1_000 })
    for (let call = 0; call < 5; call += 1) await model.write(prompt, limits).catch(() => {})
    await expect(model.write(prompt, limits)).rejects.toThrow(/left alone/)
    expect(endpoint.requests).toHaveLength(5)
    endpoint.script = { write: text }
    const written = await waitFor('the rest to be over', () =>
      model.write(prompt, limits).catch(() => false),
    )
    expect(written).toEqual({ text, isComplete: true })
  })

  it('counts as up again after refusing a request format', async () => {
    const { model, endpoint } = await modelScene(
      { write: { fault: 'server error' }, read: { json: { kind: 'rice' } } },
      { retryPausesMs: [], restMs: 500, fake: { refuses: ['schema'] } },
    )
    for (let call = 0; call < 5; call += 1) await model.write(prompt, limits).catch(() => {})
    const shape = Type.Object({ kind: Type.String() })
    const asked = await waitFor('the rest to be over', () =>
      model.ask({ ...prompt, task: 'read', shape }, limits).catch(() => false),
    )
    expect([asked, endpoint.refused]).toEqual([{ kind: 'rice' }, 1])
  })

  const askAtOnce = (model: Model, timeoutMs: number) =>
    Promise.allSettled(
      Array.from({ length: 6 }, () => model.write(prompt, { ...limits, timeoutMs })),
    )

  it('is not blamed for calls that had hardly any time', async () => {
    const { model, endpoint } = await modelScene({ write: { fault: 'hang' } }, { parallel: 6 })
    await askAtOnce(model, 200)
    expect(endpoint.requests).toHaveLength(6)
    endpoint.script = { write: text }
    expect(await model.write(prompt, limits)).toEqual({ text, isComplete: true })
  })

  it('is left alone when it is silent again and again', async () => {
    const { model, endpoint } = await modelScene({ write: { fault: 'hang' } }, { patienceMs: 20 })
    for (let call = 0; call < 5; call += 1) {
      const asked = model.write(prompt, { ...limits, timeoutMs: 100 })
      await expect(asked).rejects.toThrow(/within its time/)
    }
    await expect(model.write(prompt, limits)).rejects.toThrow(/left alone/)
    expect(endpoint.requests).toHaveLength(5)
  })

  it('is not left alone for calls that were cut off together', async () => {
    const { model, endpoint } = await modelScene(
      { write: { fault: 'hang' } },
      { patienceMs: 20, parallel: 6 },
    )
    await askAtOnce(model, 200)
    expect(endpoint.requests).toHaveLength(6)
    endpoint.script = { write: text }
    expect(await model.write(prompt, limits)).toEqual({ text, isComplete: true })
  })

  it('is not left alone while it replies in between', async () => {
    const { model, endpoint } = await modelScene({}, { patienceMs: 20 })
    for (let round = 0; round < 3; round += 1) {
      endpoint.script = { write: { fault: 'hang' } }
      for (let call = 0; call < 4; call += 1) {
        await model.write(prompt, { ...limits, timeoutMs: 100 }).catch(() => {})
      }
      endpoint.script = { write: text }
      expect(await model.write(prompt, limits)).toEqual({ text, isComplete: true })
    }
  })

  it('is not blamed for callers who go away', async () => {
    const { model, endpoint } = await modelScene({ write: { fault: 'hang' } })
    for (let call = 1; call <= 6; call += 1) {
      const caller = new AbortController()
      const gone = model.write(prompt, { ...limits, signal: caller.signal })
      await waitFor('the request', () => endpoint.requests.length === call)
      caller.abort(new Error('gone'))
      await expect(gone).rejects.toThrow('gone')
    }
    endpoint.script = { write: text }
    expect(await model.write(prompt, limits)).toEqual({ text, isComplete: true })
  })

  it('is not there at all', async () => {
    const { model, endpoint } = await modelScene({})
    await endpoint.close()
    const call = model.write(prompt, limits)
    await expect(call).rejects.toMatchObject({
      kind: 'unreachable',
      message: "the model's endpoint cannot be reached (ECONNREFUSED)",
    })
  })
})

it("no fault reveals the prompt, the reply, the key or the endpoint's text", async () => {
  const faults: FakeFault[] = ['server error', 'unauthorized', 'context OpenAI', 'garbage', 'reset']
  for (const fault of faults) {
    const { endpoint } = await modelScene({ write: { fault } })
    const url = endpoint.url
    const options = { url, model: 'fake', apiKey: 'secret-key', contextTokens: 8_192, parallel: 1 }
    const model = createModel({ ...options, retryPausesMs: [] })
    const secret = { task: 'write', system: 'secret-system', user: 'secret-user' } as const
    const error = await model.write(secret, limits).catch(caught => caught)
    expect(error).toMatchObject({ name: 'ModelFault' })
    const told = `${error.stack} ${String(error.cause)}`
    expect(told).not.toMatch(/secret|maximum context|Incorrect/)
  }
})

it('cuts a reply that is longer than its tokens allow', async () => {
  const long = 'Rice is grown in Asia. '.repeat(500)
  for (const ignoresStream of [false, true]) {
    const { model } = await modelScene({ write: { text: long } }, { fake: { ignoresStream } })
    const written = await model.write(prompt, { ...limits, maxTokens: 100 })
    expect(written.isComplete).toBe(false)
    expect(written.text.length).toBeLessThanOrEqual(1_600)
    expect(long.startsWith(written.text)).toBe(true)
  }
})
