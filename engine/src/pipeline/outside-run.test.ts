import { fileURLToPath } from 'node:url'
import { filesWith } from '@footnote/platform/testing/files-with'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { startFakeModel } from '../llm/client/testing/fake-model.ts'
import { spawnEngine } from '../runs/testing/spawn-engine.ts'
import { listed, outsideScene } from './testing/outside-scene.ts'
import { sensibleModel } from './testing/sensible-model.ts'

const PROGRAM = fileURLToPath(new URL('testing/outside-process.ts', import.meta.url))
/** In the question, in the page, in all that the model says. */
const CANARY = 'Orrinqx7'

it('a background run with the web and a model survives kill -9, and leaves nothing to read', async () => {
  const scene = await outsideScene({
    pages: {
      '/lake': { title: `Lake ${CANARY}`, text: `Lake ${CANARY} is 74 metres deep.` },
    },
  })
  scene.search.pages = listed(scene.site)
  const writing = Promise.withResolvers<void>()
  const model = await startFakeModel({
    ...sensibleModel,
    write() {
      writing.resolve()
      return { fault: 'hang' }
    },
  })
  onTestFinished(model.close)
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const { url, database, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  const start = async () => {
    const engine = await spawnEngine(
      {
        FOOTNOTE_ENGINE_DATABASE_URL: url,
        FOOTNOTE_DATA_DIR: folder.path,
        FOOTNOTE_FETCH_NETWORKS: '127.0.0.0/8',
        FOOTNOTE_SEARXNG_URL: scene.search.url,
        FOOTNOTE_LLM_URL: model.url,
        FOOTNOTE_LLM_MODEL: 'fake',
      },
      { program: PROGRAM },
    )
    onTestFinished(engine.kill)
    return engine
  }

  const doomed = await start()
  const path = await doomed.submit({
    input: `How deep is Lake ${CANARY}?`,
    research_effort: 'deep',
  })
  await writing.promise
  await doomed.kill()
  const before = model.requests.length
  const { rows: kept } = await database.query('select run_reply::text as row from run_reply')
  expect(kept).toHaveLength(before - 1)
  expect(JSON.stringify(kept)).not.toContain(CANARY)

  model.script = sensibleModel
  const next = await start()
  const { status, result } = await next.ended(path)
  expect(status).toBe('completed')
  // The second attempt asks only what the first has no reply to.
  expect(model.requests.slice(0, before).map(({ task }) => task)).toContain('read')
  expect(new Set(model.requests.slice(before).map(({ task }) => task))).toEqual(new Set(['write']))
  expect((await database.query('select from run_reply')).rows).toEqual([])
  expect(result.output.content).toContain(`Lake ${CANARY} is 74 metres deep [[1]].`)
  expect(result.output.content).toContain('Written by a language model')
  expect(result.output.sources).toMatchObject([{ url: `${scene.site.url}/lake` }])
  const { rows } = await database.query('select run::text as row from run')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(CANARY)
  expect(await filesWith(folder.path, CANARY)).toEqual([])
  for (const engine of [doomed, next]) expect(engine.output()).not.toContain(CANARY)
})
