import { describe, expect, it } from 'vitest'
import type { EdgarFault } from '../finance/testing/fake-edgar.ts'
import { expectHonest } from './testing/expect-honest.ts'
import { ask, outsideScene, sceneModel } from './testing/outside-scene.ts'
import { sensibleModel, writeFrom } from './testing/sensible-model.ts'

const QUESTION = 'What was the revenue of Apple in fiscal 2023?'

async function financeScene(pages = {}) {
  const scene = await outsideScene({ pages })
  const { fake, model } = await sceneModel(sensibleModel)
  const askBoth = async (input: string, calculated: readonly string[] = []) => {
    const texts: string[] = []
    for (const own of [undefined, model]) {
      const result = await ask(scene, { input, kind: 'finance' }, { model: own })
      expectHonest(result, scene, { author: own ? 'model' : 'rules', calculated })
      texts.push(String(result.content))
    }
    return texts
  }
  return { scene, fake, model, askBoth }
}

describe('with EDGAR, with and without a model,', () => {
  it('a figure has its unit, its period, its date of filing and its source', async () => {
    const { scene, askBoth } = await financeScene()
    for (const content of await askBoth(QUESTION)) {
      expect(content).toMatch(/383[.,]285/)
      expect(content).toMatch(/\$|USD|dollars/)
      expect(content).toContain('2023')
      expect(content).toContain('[[1]]')
    }
    const { sources } = await ask(scene, { input: QUESTION, kind: 'finance' })
    expect(sources[0]?.publishedOn).toBe('2023-11-03')
    expect(sources[0]?.url).toContain('000032019323000106')
  })

  it('growth, margins and comparisons are calculated by code', async () => {
    const { askBoth } = await financeScene()
    const growth = 'How did the revenue of Apple change from 2022 to 2023?'
    for (const content of await askBoth(growth, ['2.8', '2.80', '11,043', '11.043'])) {
      expect(content).toMatch(/2\.8/)
    }
    const margin = 'What was the gross margin of Apple in 2023?'
    for (const content of await askBoth(margin, ['44.1', '44.13'])) expect(content).toMatch(/44\.1/)
  })

  it('a figure that was stated anew is shown beside the first', async () => {
    const { askBoth } = await financeScene()
    for (const content of await askBoth('What was the revenue of Larkspur Robotics in 2021?')) {
      expect(content).toMatch(/\b655\b/)
      expect(content).toMatch(/\b702\b/)
    }
  })

  it('two companies are compared, each with its own source', async () => {
    const { scene, askBoth } = await financeScene()
    const input = 'Compare the revenue of Apple and Larkspur Robotics in 2023'
    for (const content of await askBoth(input)) {
      expect(content).toMatch(/383[.,]285/)
      expect(content).toMatch(/\b912\b/)
    }
    const { sources } = await ask(scene, { input, kind: 'finance' })
    expect(sources.length).toBeGreaterThan(1)
  })
})

it('a model that gets a figure of a filing wrong is not believed', async () => {
  const { scene } = await financeScene()
  const { model } = await sceneModel({
    ...sensibleModel,
    write: request =>
      writeFrom(request, ({ text }) =>
        text.replaceAll('383.285', '389.285').replaceAll('2023', '2024'),
      ),
    rewrite: { json: { sentences: [] } },
    judge: { json: { judgements: [1, 2, 3, 4].map(claim => ({ claim, verdict: 'supported' })) } },
  })
  const result = await ask(scene, { input: QUESTION, kind: 'finance' }, { model })
  expect(result.content).not.toMatch(/389/)
  expect(result.content).toMatch(/383[.,]285/)
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
    const { scene, model } = await financeScene()
    scene.edgar.faults = { '': fault }
    scene.search.fault = 'broken'
    for (const own of [undefined, model]) {
      const asked = ask(scene, { input: QUESTION, kind: 'finance', effort: 'deep' }, { model: own })
      await expect(asked).rejects.toThrow('No source could be reached')
    }
    expect(scene.edgar.requests.length).toBeLessThan(10)
  })

  it.each(faults)('%s is done without where a page answers', async (_, fault) => {
    const text = 'The revenue of Apple in fiscal 2023 was 383.3 billion dollars.'
    const { scene, askBoth } = await financeScene({
      '/apple': { title: 'Apple results', text, date: '2023-11-04' },
    })
    scene.edgar.faults = { '': fault }
    for (const content of await askBoth(QUESTION))
      expect(content).toContain('383.3 billion dollars')
  })

  it('hangs leaves the time to answer from elsewhere', async () => {
    const text = 'The revenue of Apple in fiscal 2023 was 383.3 billion dollars.'
    const { scene } = await financeScene({ '/apple': { title: 'Apple results', text } })
    scene.edgar.faults = { '': 'hang' }
    const budget = { timeMs: 3_000, writingReserveMs: 1_000 }
    const result = await ask(scene, { input: QUESTION, kind: 'finance' }, { budget })
    expectHonest(result, scene, { author: 'rules' })
  })

  it('has the list but not the company is told honestly', async () => {
    const { scene } = await financeScene()
    scene.edgar.faults = { '/api/': 'odd', '/submissions/': { status: 500 } }
    const asked = ask(scene, { input: QUESTION, kind: 'finance' })
    await expect(asked).rejects.toThrow(/No source/)
  })
})

it('a company that nobody has heard of is no company', async () => {
  const { scene, model } = await financeScene()
  for (const own of [undefined, model]) {
    const input = 'What was the revenue of Zyxwobble Industries in 2023?'
    await expect(ask(scene, { input, kind: 'finance' }, { model: own })).rejects.toThrow(
      'No source',
    )
  }
})
