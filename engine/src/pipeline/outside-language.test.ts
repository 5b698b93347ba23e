import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FakeRequest } from '../llm/client/testing/fake-model.ts'
import { expectHonest } from './testing/expect-honest.ts'
import { ask, type OutsideScene, openOutsideScene, sceneModel } from './testing/outside-scene.ts'
import { quotesShown, sensibleModel, writeFrom } from './testing/sensible-model.ts'

const GERMAN = 'Wie tief ist der See Orrin (Lake Orrin) und wann wurde er gestaut?'

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene({
    pages: {
      '/lake': {
        title: 'Lake Orrin',
        text: 'Lake Orrin is 74.5 metres deep. Lake Orrin was dammed on 3 May 1931. It holds 1,250 million cubic metres of water.',
        date: '2025-03-01',
      },
    },
  })
})
afterAll(() => scene.end())

/** An honest translator, but for what a test makes of its sentences. */
function translating(depth: string, day: string) {
  return {
    ...sensibleModel,
    plan: {
      json: {
        language: 'de',
        isFinance: false,
        questions: [
          {
            question: 'How deep is Lake Orrin and when was it dammed?',
            queries: ['Lake Orrin depth'],
          },
        ],
      },
    },
    write: (request: FakeRequest) => {
      const idOf = (word: string) =>
        quotesShown(request).find(({ text }) => text.includes(word))?.id
      const lines = [
        `Der See Lake Orrin ist ${depth} tief [${idOf('deep')}].`,
        `Er wurde am ${day} gestaut [${idOf('dammed')}].`,
      ]
      return { json: { lines } }
    },
    judge: {
      json: { judgements: [1, 2].map(claim => ({ claim, verdict: 'supported' })) },
    },
  }
}

it.each([GERMAN, 'How deep is Lake Orrin and when was it dammed? Answer auf Deutsch.'])(
  'is answered in German from English pages: %s',
  async input => {
    const { model } = await sceneModel(translating('74,5 Meter', '3. Mai 1931'))
    const { content, sources } = await ask(scene, { input }, { model })
    expect(content).toContain('ist 74,5 Meter tief [[1]].')
    expect(content).toContain('am 3. Mai 1931 gestaut [[1]].')
    expect(content).toContain('Von einem Sprachmodell aus zitierten Quellen geschrieben')
    expect(sources[0]?.excerpts).toContain('Lake Orrin is 74.5 metres deep.')
  },
)

it.each([
  ['a figure wrong', '745 Meter', '3. Mai 1931', '745'],
  ['a comma wrong', '7,45 Meter', '3. Mai 1931', '7,45'],
  ['a unit wrong', '74,5 Fuß', '3. Mai 1931', 'Fuß'],
])('a translator that gets %s has that sentence removed', async (_, depth, day, wrong) => {
  const { model } = await sceneModel(translating(depth, day))
  const { content } = await ask(scene, { input: GERMAN }, { model })
  expect(content).not.toContain(wrong)
  expect(content).toContain('am 3. Mai 1931 gestaut')
  expect(content).toContain('Ohne Beleg und daher entfernt: 1.')
})

it('a date that was translated wrong goes too', async () => {
  const { model } = await sceneModel(translating('74,5 Meter', '3. März 1931'))
  const { content } = await ask(scene, { input: GERMAN }, { model })
  expect(content).toContain('74,5 Meter')
  expect(content).not.toContain('März')
})

it('a translator who answers in English instead is asked once more, then quotes are given', async () => {
  const { fake, model } = await sceneModel({
    ...translating('', ''),
    write: (request: FakeRequest) => writeFrom(request, ({ text }) => text),
  })
  const result = await ask(scene, { input: GERMAN }, { model })
  expectHonest(result, scene, { author: 'rules' })
  expect(fake.requests.map(({ task }) => task)).toEqual(['plan', 'read', 'write', 'write'])
})
