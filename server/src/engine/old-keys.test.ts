import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '../testing/scenes/test-service.ts'

it('destroys old seal keys in every folder if an upstream answers and the engine never runs', async () => {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  const folders = [join(path, 'keys'), `${path}-keys`, join(path, 'named')]
  for (const folder of folders) {
    await mkdir(folder)
    await writeFile(join(folder, '2020-02-02.key'), 'key')
  }
  const test = await startTestService({
    FOOTNOTE_DATA_DIR: path,
    FOOTNOTE_ENGINE_KEYS_DIR: join(path, 'named'),
  })
  onTestFinished(test.close)
  for (const folder of folders) expect(await readdir(folder)).toEqual([])
})
