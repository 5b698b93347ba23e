import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Budget } from '../budgets.ts'
import type { ModelTask } from '../llm/client/model.ts'
import type { FakeScript } from '../llm/client/testing/fake-model.ts'
import type { SitePage } from '../web/testing/fake-site.ts'
import { expectHonest } from './testing/expect-honest.ts'
import {
  ask,
  listed,
  type OutsideScene,
  openOutsideScene,
  sceneModel,
} from './testing/outside-scene.ts'
import { sensibleModel, writeFrom } from './testing/sensible-model.ts'

const QUESTION = 'How deep is Lake Orrin?'
const HANG = { fault: 'hang' } as const
const lake: SitePage = {
  title: 'Lake Orrin',
  text: 'Lake Orrin is a freshwater lake in Velmark. Lake Orrin is 74 metres deep. The area of Lake Orrin is 412 square kilometres.',
  date: '2025-03-01',
}
/** Long enough for what does not hang, on a slow machine too. */
const budget: Partial<Budget> = { timeMs: 12_000, writingReserveMs: 6_000 }
/** Written in other words, so that there is something to judge. */
const inOtherWords: FakeScript = {
  write: request => writeFrom(request, ({ text }) => `${text.replace(/\.$/, '')}, as it is said.`),
}

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene({ pages: { '/lake': lake } })
  // The thread that reads pages has started.
  await ask(scene, { input: QUESTION })
})
beforeEach(() => {
  scene.search.fault = undefined
  scene.search.pages = listed(scene.site)
})
afterAll(() => scene.end())

describe('time that is used up', () => {
  it.each<[ModelTask, 'model' | 'rules', FakeScript]>([
    ['plan', 'model', {}],
    ['read', 'model', {}],
    ['reflect', 'model', {}],
    ['write', 'rules', {}],
    ['judge', 'model', inOtherWords],
  ])('by a model that hangs at %s leaves the best report so far', async (task, author, script) => {
    const { fake, model } = await sceneModel({ ...sensibleModel, ...script, [task]: HANG })
    const result = await ask(scene, { input: QUESTION, effort: 'deep' }, { model, budget })
    expectHonest(result, scene, { author })
    expect(result.content).toContain('74 metres deep')
    expect(fake.requests.map(one => one.task)).toContain(task)
  })

  it('by a model that hangs at everything leaves a report by rules', async () => {
    const { model } = await sceneModel({ other: HANG })
    const result = await ask(scene, { input: QUESTION, effort: 'deep' }, { model, budget })
    expectHonest(result, scene, { author: 'rules' })
  })

  it('by a model that has no tokens left for its report leaves what it had said', async () => {
    const text = `{"lines":["Lake Orrin is 74 metres deep [E1].","Lake Orrin is a freshwater lake`
    const { model } = await sceneModel({ ...sensibleModel, write: { text, finish: 'length' } })
    const result = await ask(scene, { input: QUESTION }, { model, budget })
    expectHonest(result, scene, { author: 'model' })
    expect(result.content).not.toContain('freshwater')
  })

  it('by a model that hangs at filling a schema leaves what rules fill in', async () => {
    const { model } = await sceneModel({ ...sensibleModel, fill: HANG })
    const outputSchema = {
      type: 'object',
      properties: { area: { type: 'number' } },
      required: ['area'],
    }
    const request = { input: 'What is the area of Lake Orrin?', outputSchema }
    const { content } = await ask(scene, request, { model, budget })
    expect(content).toEqual({ area: 412 })
  })

  it('by a search that hangs leaves what the library knows', async () => {
    scene.search.fault = 'hang'
    scene.library.add([{ url: 'https://library.example/orrin', ...lake } as never])
    const result = await ask(scene, { input: QUESTION }, { budget })
    scene.library.remove('https://library.example/')
    expect(result.sources.map(({ url }) => url)).toEqual(['https://library.example/orrin'])
  })

  it('by a page that hangs leaves what the others say', async () => {
    const slow: SitePage = { kind: 'answer', answer: () => {} }
    scene.site.pages = { ...scene.site.pages, '/slow': slow }
    scene.search.pages = [
      { url: `${scene.site.url}/slow`, title: 'Lake Orrin', text: `${QUESTION} deep` },
      ...listed({ url: scene.site.url, pages: { '/lake': lake } }),
    ]
    expectHonest(await ask(scene, { input: QUESTION }, { budget }), scene, { author: 'rules' })
  })
})

describe('tokens that are used up', () => {
  it('before anything is asked leave a report by rules', async () => {
    const { fake, model } = await sceneModel(sensibleModel)
    const none = { modelTokens: 100, writingTokens: 50 }
    const result = await ask(scene, { input: QUESTION }, { model, budget: none })
    expectHonest(result, scene, { author: 'rules' })
    expect(fake.requests).toEqual([])
  })

  it('by looking for evidence leave those that are kept for writing', async () => {
    const { fake, model } = await sceneModel(sensibleModel)
    const few = { modelTokens: 6_500, writingTokens: 6_000 }
    const result = await ask(scene, { input: QUESTION }, { model, budget: few })
    expectHonest(result, scene, { author: 'model' })
    expect(fake.requests.map(({ task }) => task)).toEqual(['write'])
  })
})

describe('a caller who leaves', () => {
  const left = new Error('the caller has left')

  it.each<[ModelTask, FakeScript]>([
    ['plan', {}],
    ['read', {}],
    ['reflect', {}],
    ['write', {}],
    ['judge', inOtherWords],
  ])(
    'while the model is at %s ends the run, and the model is not kept busy',
    async (task, script) => {
      const caller = new AbortController()
      const { fake, model } = await sceneModel({
        ...sensibleModel,
        ...script,
        [task]: () => {
          setImmediate(() => caller.abort(left))
          return HANG
        },
      })
      const asked = { input: QUESTION, effort: 'deep' } as const
      const run = ask(scene, asked, { model, signal: caller.signal })
      await expect(run).rejects.toBe(left)
      await expect.poll(() => fake.abandoned).toBe(1)
    },
  )

  it('while a schema is filled ends the run', async () => {
    const caller = new AbortController()
    const { fake, model } = await sceneModel({
      ...sensibleModel,
      fill: () => {
        setImmediate(() => caller.abort(left))
        return HANG
      },
    })
    const outputSchema = { type: 'object', properties: { depth: { type: 'string' } } }
    const run = ask(scene, { input: QUESTION, outputSchema }, { model, signal: caller.signal })
    await expect(run).rejects.toBe(left)
    await expect.poll(() => fake.abandoned).toBe(1)
  })

  it('while pages are fetched ends the run', async () => {
    const caller = new AbortController()
    const slow: SitePage = { kind: 'answer', answer: () => caller.abort(left) }
    scene.site.pages = { ...scene.site.pages, '/left': slow }
    scene.search.pages = [{ url: `${scene.site.url}/left`, title: 'Lake Orrin', text: QUESTION }]
    const run = ask(scene, { input: QUESTION }, { signal: caller.signal })
    await expect(run).rejects.toBe(left)
  })

  it('while the search is asked ends the run', async () => {
    const caller = new AbortController()
    scene.search.fault = 'hang'
    const seen = scene.search.requests.length
    const run = ask(scene, { input: QUESTION }, { signal: caller.signal })
    const ended = expect(run).rejects.toBe(left)
    await expect.poll(() => scene.search.requests.length).toBeGreaterThan(seen)
    caller.abort(left)
    await ended
  })

  it('before it began ends the run before anybody was asked', async () => {
    const seen = scene.search.requests.length
    const { fake, model } = await sceneModel(sensibleModel)
    const run = ask(scene, { input: QUESTION }, { model, signal: AbortSignal.abort(left) })
    await expect(run).rejects.toBe(left)
    expect(scene.search.requests.length).toBe(seen)
    expect(fake.requests).toEqual([])
  })
})
