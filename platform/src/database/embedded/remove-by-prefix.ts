import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes what an interrupted attempt left. Its process may still be writing: hence the retries. */
export async function removeByPrefix(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}
