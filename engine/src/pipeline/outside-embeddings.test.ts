import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openOutside } from '../commands/open-outside.ts'
import { startFakeModel } from '../model/testing/fake-model.ts'
import { startServer } from '../outside/testing/start-server.ts'
import { expectHonest } from './testing/expect-honest.ts'
import { ask, configOf, type OutsideScene, openOutsideScene } from './testing/outside-scene.ts'

const QUESTION = 'How deep is Lake Orrin?'

let scene: OutsideScene

beforeAll(async () => {
  scene = await openOutsideScene({
    pages: {
      '/lake': { title: 'Lake Orrin', text: 'Lake Orrin is 74 metres deep.' },
      '/trip': { title: 'A trip', text: 'We went to Lake Orrin, deep in the woods, and swam.' },
    },
  })
})
afterAll(() => scene.end())

async function embedderAt(url: string) {
  const settings = { FOOTNOTE_EMBEDDINGS_URL: url, FOOTNOTE_EMBEDDINGS_MODEL: 'fake' }
  const { embedder, close } = await openOutside(configOf(settings).outside)
  onTestFinished(close)
  return embedder
}

it.each([
  ...(['numbers', 'base64', 'shuffled', 'one too few', 'same index'] as const),
  ...(['different lengths', 'not a number', 'zero'] as const),
])('vectors as %s leave an answer from the page that has it', async embeddings => {
  const fake = await startFakeModel({}, { embeddings })
  onTestFinished(fake.close)
  const embedder = await embedderAt(fake.url)
  const result = await ask(scene, { input: QUESTION }, { embedder })
  expectHonest(result, scene, { author: 'rules' })
  expect(result.content).toContain('74 metres deep')
  expect(fake.embedded.length).toBeGreaterThan(0)
})

it('an endpoint that hangs is done without when the time to search is over', async () => {
  const server = await startServer(() => {})
  onTestFinished(server.close)
  const embedder = await embedderAt(server.url)
  const budget = { timeMs: 12_000, writingReserveMs: 4_000 }
  const result = await ask(scene, { input: QUESTION }, { embedder, budget })
  expectHonest(result, scene, { author: 'rules' })
})

it('a caller who leaves while passages are ranked ends the run', async () => {
  const caller = new AbortController()
  const left = new Error('the caller has left')
  const server = await startServer(() => caller.abort(left))
  onTestFinished(server.close)
  const embedder = await embedderAt(server.url)
  const run = ask(scene, { input: QUESTION }, { embedder, signal: caller.signal })
  await expect(run).rejects.toBe(left)
})
