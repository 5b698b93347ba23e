import { describe, expect, it } from 'vitest'
import { budgets } from '../budgets.ts'
import type { Passage } from '../library/passage.ts'
import { openBudget } from '../open-budget.ts'
import { withinRun } from './author.ts'
import type { FakeRequest } from './client/testing/fake-model.ts'
import type { FakeFault } from './client/testing/fake-replies.ts'
import { modelScene } from './client/testing/model-scene.ts'
import { readWithModel } from './read.ts'

const PAGES: readonly Passage[] = Array.from({ length: 8 }, (_, at) => ({
  documentId: at + 1,
  title: `Page ${at + 1}`,
  url: `https://library.example/${at}`,
  start: 0,
  text: `Buoy ${at + 100} was laid in 1844. ${'The sea lay still that day. '.repeat(90)}`,
  headings: [],
  score: 10 - at,
}))
const OPTIONS = {
  question: 'Which buoys were laid in 1844?',
  passages: PAGES,
  most: 20,
  readers: 3,
  timeoutMs: 20_000,
}

/** Quotes the first sentence of each passage in its prompt, and one that is not there. */
function quoteAll({ user }: FakeRequest) {
  const shown = user.matchAll(/^S(\d+): Buoy \d+ was laid in 1844\.$/gm)
  const quotes = Array.from(shown, ([, number]) => ({ sentence: Number(number), relevance: 0.9 }))
  return [...quotes, { sentence: 99_999, relevance: 1 }]
}

describe('readWithModel over HTTP', () => {
  it('reads everything in prompts that the endpoint accepts, and drops invented quotes', async () => {
    const { model, endpoint } = await modelScene({
      read: request => ({ json: { quotes: quoteAll(request) } }),
    })
    const found = await readWithModel(model, OPTIONS)
    expect(found.map(({ text }) => text).toSorted()).toEqual(
      PAGES.map((_, at) => `Buoy ${at + 100} was laid in 1844.`),
    )
    expect(endpoint.mostAtOnce).toBeLessThanOrEqual(3)
    expect(endpoint.requests.length).toBeGreaterThan(1)
  })

  it('ignores thinking, fences and other text around the value', async () => {
    const { model } = await modelScene({
      read: request =>
        `<think>P1 says "Buoy 9".</think>Here:\n\`\`\`json\n${JSON.stringify({ quotes: quoteAll(request), note: 'done' })}\n\`\`\``,
    })
    expect(await readWithModel(model, OPTIONS)).toHaveLength(8)
  })

  it.each<FakeFault>(['context OpenAI', 'context vLLM', 'context llama.cpp'])(
    '%s: asks again with less',
    async fault => {
      const { model } = await modelScene(
        {
          read: request =>
            request.user.length > 7_000 ? { fault } : { json: { quotes: quoteAll(request) } },
        },
        { contextTokens: 32_768 },
      )
      expect(await readWithModel(model, { ...OPTIONS, readers: 1 })).toHaveLength(8)
    },
  )

  it('leaves out a prompt that gets no answer', async () => {
    const { model } = await modelScene({
      read: request =>
        request.user.includes('<<<P1 ')
          ? { fault: 'broken JSON' }
          : { json: { quotes: quoteAll(request) } },
    })
    const found = await readWithModel(model, OPTIONS)
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ passage }) => passage.documentId)).not.toContain(1)
  })

  it.each<FakeFault>(['broken JSON', 'refusal', 'unauthorized', 'garbage', 'web page', 'empty'])(
    '%s: rejects when no prompt gets an answer',
    async fault => {
      const { model } = await modelScene({ read: { fault } })
      const reading = readWithModel(model, OPTIONS)
      await expect(reading).rejects.toMatchObject({ name: 'ModelFault' })
    },
  )

  it('ends with the run while the endpoint hangs', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const { model } = await modelScene({
      read: () => {
        controller.abort(reason)
        return { fault: 'hang' }
      },
    })
    const run = { budget: openBudget(budgets.standard), signal: controller.signal }
    await expect(readWithModel(withinRun(model, run), OPTIONS)).rejects.toBe(reason)
  })
})
