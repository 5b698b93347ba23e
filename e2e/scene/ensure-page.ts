import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BUILD = join(import.meta.dirname, '../../web/build.ts')

/** Builds the page if its sources have changed. */
export async function ensurePage(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILD])
}
