import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const BUILD = join(import.meta.dirname, '../../web/build.ts')

/** Builds the page where its sources have changed since; quick where they have not. */
export async function ensurePage(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILD])
}
