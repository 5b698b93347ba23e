import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EdgarFault } from '../finance/testing/fake-edgar.ts'
import { expectHonest } from './testing/expect-honest.ts'
import {
  ask,
  type OutsideScene,
  openOutsideScene,
  outsideScene,
  sceneModel,
} from './testing/outside-scene.ts'
import { sensibleModel, writeFrom } from './testing/sensible-model.ts'

const QUESTION = 'What was the revenue of Apple in fiscal 2023?'

/** Asks with and without a model, and gives both reports. */
async function askBoth(scene: OutsideScene, input: string, calculated: readonly string[] = []) {
  const { model } = await sceneModel(sensibleModel)
  const texts: string[] = []
  for (const own of [undefined, model]) {
    const result = await ask(scene, { input, kind: 'finance' }, { model: own })
    expectHonest(result, scene, {
      ...{ author: own ? 'model' : 'rules', isOfFilings: true },
      // Apple's revenue from 2021 to 2023, rounded, and how it changed.
      calculated: ['365.8', '394.3', '383.3', '7.8', '2.8', '4.8', ...calculated],
    })
    texts.push(String(result.content))
  }
  return texts
}

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene()
})
afterAll(() => scene.end())

describe('with EDGAR, with and without a model,', () => {
  it('a figure has its unit, its period, its filing and its source', async () => {
    for (const content of await askBoth(scene, QUESTION)) {
      expect(content).toContain('$383.3 billion in fiscal 2023 (year to 30 September 2023)')
      expect(content).toContain('383,285')
    }
    const { sources } = await ask(scene, { input: QUESTION, kind: 'finance' })
    expect(sources[0]?.publishedOn).toBe('2023-11-03')
    expect(sources[0]?.url).toContain('000032019323000106')
  })

  it('growth, margins and comparisons are calculated by code', async () => {
    const growth = 'How did the revenue of Apple change from 2022 to 2023?'
    for (const content of await askBoth(scene, growth, ['11.0'])) {
      expect(content).toMatch(/2\.8/)
    }
    const margin = 'What was the gross margin of Apple in 2023?'
    for (const content of await askBoth(scene, margin, [
      '44.1',
      '0.8',
      '169.1',
      '2.3',
      '41.8',
      '43.3',
    ]))
      expect(content).toMatch(/44\.1/)
  })

  it('a figure that was stated anew is shown beside the first', async () => {
    for (const content of await askBoth(
      scene,
      'What was the revenue of Larkspur Robotics in 2021?',
      ['65', '11.0', '28.2', '8.6'],
    )) {
      expect(content).toMatch(/\b655\b/)
      expect(content).toMatch(/\b702\b/)
    }
  })

  it('two companies are compared, each with its own source', async () => {
    const input = 'Compare the revenue of Apple and Larkspur Robotics in 2023'
    for (const content of await askBoth(scene, input, ['382.4', '257', '39.2'])) {
      expect(content).toMatch(/383\.3/)
      expect(content).toMatch(/\b912\b/)
    }
    const { sources } = await ask(scene, { input, kind: 'finance' })
    expect(sources.length).toBeGreaterThan(1)
  })
})

it('a model that gets a figure of a filing wrong is not believed', async () => {
  const { model } = await sceneModel({
    ...sensibleModel,
    write: request => writeFrom(request, ({ text }) => text.replaceAll('383.3', '389.3')),
    judge: { json: { judgements: [1, 2, 3, 4].map(claim => ({ claim, verdict: 'supported' })) } },
  })
  const result = await ask(scene, { input: QUESTION, kind: 'finance' }, { model })
  expect(result.content).not.toMatch(/389/)
  expect(result.content).toMatch(/383\.3/)
})

describe('an EDGAR that', () => {
  const faults: readonly (readonly [string, EdgarFault])[] = [
    ['refuses (403)', { status: 403 }],
    ['is asked too often (429)', { status: 429, headers: { 'retry-after': '600' } }],
    ['breaks (500)', { status: 500 }],
    ['is at rest (503)', { status: 503, headers: { 'retry-after': '600' } }],
    ['sends garbage', 'garbage'],
  ]

  it.each(faults)('%s is told honestly, after few requests', async (_, fault) => {
    const scene = await outsideScene()
    const { model } = await sceneModel(sensibleModel)
    scene.edgar.faults = { '': fault }
    scene.search.fault = 'broken'
    for (const own of [undefined, model]) {
      const asked = ask(scene, { input: QUESTION, kind: 'finance', effort: 'deep' }, { model: own })
      await expect(asked).rejects.toThrow('A source that may have the answer could not be reached')
    }
    expect(scene.edgar.requests.length).toBeLessThan(10)
  })

  it.each(faults.slice(0, 2))('%s is done without where a page answers', async (_, fault) => {
    const text = 'The revenue of Apple in fiscal 2023 was 383.3 billion dollars.'
    const scene = await outsideScene({
      pages: { '/apple': { title: 'Apple results', text, date: '2023-11-04' } },
    })
    scene.edgar.faults = { '': fault }
    for (const content of await askBoth(scene, QUESTION))
      expect(content).toContain('383.3 billion dollars')
  })

  it('hangs leaves the time to answer from elsewhere', async () => {
    const text = 'The revenue of Apple in fiscal 2023 was 383.3 billion dollars.'
    const scene = await outsideScene({ pages: { '/apple': { title: 'Apple results', text } } })
    scene.edgar.faults = { '': 'hang' }
    const budget = { timeMs: 30_000, writingReserveMs: 6_000 }
    const result = await ask(scene, { input: QUESTION, kind: 'finance' }, { budget })
    expectHonest(result, scene, { author: 'rules' })
  })

  it('has the list but not the company is told honestly', async () => {
    const scene = await outsideScene()
    scene.edgar.faults = { '/api/': 'odd', '/submissions/': { status: 500 } }
    const asked = ask(scene, { input: QUESTION, kind: 'finance' })
    await expect(asked).rejects.toThrow(/No source/)
  })
})

it('a company that nobody has heard of is no company', async () => {
  const { model } = await sceneModel(sensibleModel)
  for (const own of [undefined, model]) {
    const input = 'What was the revenue of Zyxwobble Industries in 2023?'
    await expect(ask(scene, { input, kind: 'finance' }, { model: own })).rejects.toThrow(
      'No source',
    )
  }
})
