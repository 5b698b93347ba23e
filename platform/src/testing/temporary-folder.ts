import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftoverServer } from '../database/embedded/stop-leftover-server.ts'

export interface TemporaryFolder {
  readonly path: string
  /** Also ends a database server that a killed service left running there. */
  remove(): Promise<void>
}

/** A data folder that the user of an embedded database can enter, so that all of it stays inside. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'footnote-test-')))
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      await stopLeftoverServer(path, { info() {}, warn() {} })
      for (const made of [path, `${path}-keys`]) {
        await rm(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
      }
    },
  }
}
