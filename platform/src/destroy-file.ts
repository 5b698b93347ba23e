import { constants, open, rm } from 'node:fs/promises'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'

/**
 * Overwrites a file before removing it, since an unlinked file can be recovered from the disk. A file with
 * several hard links keeps its content, which may be somebody else's.
 */
export async function destroyFile(path: string): Promise<void> {
  const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK).catch(ignoreMissing)
  if (!file) return
  try {
    const about = await file.stat()
    if (!about.isFile()) throw new Error('it is not a file')
    if (about.nlink === 1) {
      await file.write(Buffer.alloc(about.size), 0, about.size, 0)
      await file.sync()
    }
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
}
