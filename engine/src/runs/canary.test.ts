import { join } from 'node:path'
import { connect, type Database } from '@footnote/platform/database/connect'
import { readConnection } from '@footnote/platform/database/embedded/connection'
import { stopLeftoverServer } from '@footnote/platform/database/embedded/stop-leftover-server'
import { filesWith } from '@footnote/platform/testing/files-with'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deleteOldRuns } from './run.ts'
import { type SpawnedEngine, spawnEngine } from './testing/spawn-engine.ts'

const CANARY = 'canary4k8wq2zt7v'
const CONTROL = 'control9d3xp6rb1'

let folder: TemporaryFolder
let engine: SpawnedEngine
let database: Database
beforeEach(async () => {
  folder = await makeTemporaryFolder()
  engine = await spawnEngine({ FOOTNOTE_DATA_DIR: folder.path })
  const home = join(folder.path, 'engine')
  const connection = await readConnection({ path: home }, { home, role: 'superuser' })
  database = connect({ ...connection, database: 'footnote_engine' })
  await database.query(`create table control as select '${CONTROL}' as word`)
})
afterEach(async () => {
  await database.end()
  await engine.kill()
  // The killed engine's database server still runs there.
  await stopLeftoverServer(join(folder.path, 'engine'), { info() {}, warn() {} })
  await folder.remove()
})

/** All that the server knows is in its files after this, and the search is proven to find it. */
async function expectNoTrace(): Promise<void> {
  await database.query('checkpoint')
  expect(await filesWith(folder.path, CONTROL)).not.toEqual([])
  expect(await filesWith(folder.path, CANARY)).toEqual([])
  expect(engine.output()).not.toContain(CANARY)
}

it('nothing of a run can be read in any file: during it, after its deletion, and after a crash', async () => {
  const submit = (word: string) =>
    engine.submit({
      input: `${word} ${CANARY}`,
      source_control: { include_domains: [`${CANARY}.example.com`] },
      output_schema: {
        type: 'object',
        description: CANARY,
        properties: { [CANARY]: { type: 'string' } },
        required: [CANARY],
        additionalProperties: false,
      },
    })
  const running = await submit('block')
  await waitFor(
    'the run to begin',
    async () => (await engine.get(running)).body.status === 'running',
  )
  const completed = await submit('echo')
  expect(await engine.ended(completed)).toMatchObject({
    status: 'completed',
    result: { output: { content: `echo ${CANARY}` } },
  })
  const failed = await submit('none')
  expect(await engine.ended(failed)).toMatchObject({ status: 'failed', error: `none ${CANARY}` })
  await engine.post('/v1/answer', { query: `echo ${CANARY}` })
  await engine.post('/v1/answer', { [CANARY]: CANARY })
  await engine.post('/v1/answer', `{"${CANARY}": `)
  await expectNoTrace()

  await database.query(`update run set created_at = created_at - interval '24 hours'`)
  await deleteOldRuns(database)
  expect((await engine.get(completed)).status).toBe(404)
  await expectNoTrace()

  const path = await engine.submit({ input: `block ${CANARY}` })
  await waitFor('the run to begin', async () => (await engine.get(path)).body.status === 'running')
  await engine.kill()
  engine = await spawnEngine({ FOOTNOTE_DATA_DIR: folder.path, TEST_ANSWERS: 'yes' })
  expect(await engine.ended(path)).toMatchObject({ status: 'completed' })
  await expectNoTrace()
})
