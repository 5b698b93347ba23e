import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stopLeftoverServer } from '@footnote/platform/database/embedded/stop-leftover-server'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect, it, onTestFinished } from 'vitest'
import { spawnEngine } from './testing/spawn-engine.ts'

it('all runs end after kill -9 of the embedded database, and the engine still stops', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const home = join(folder.path, 'engine')
  onTestFinished(() => stopLeftoverServer(home, { info() {}, warn() {} }))
  const engine = await spawnEngine({
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_ENGINE_LEASE_SECONDS: '1',
  })
  onTestFinished(engine.kill)

  const paths: string[] = []
  for (let index = 0; index < 10; index += 1) paths.push(await engine.submit({ input: 'echo' }))
  const pid = Number.parseInt(await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGKILL')
  const later = await waitFor('submissions to be taken again', () =>
    engine.submit({ input: 'echo' }).catch(() => undefined),
  )
  for (const path of [...paths, later]) {
    const ended = await waitFor('the run to end', async () => {
      const { body } = await engine.get(path)
      return body.status === 'completed' && body
    })
    expect(ended.result.output.content).toBe('echo')
  }
  engine.process.kill('SIGTERM')
  expect(await engine.exited()).toBe(0)
})
