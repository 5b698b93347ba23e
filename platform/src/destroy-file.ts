import { constants, open, rm } from 'node:fs/promises'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'

/** Overwrites a file before removing it, since an unlinked file can be recovered from the disk. */
export async function destroyFile(path: string): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW).catch(ignoreMissing)
  if (!file) return
  try {
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size), 0, size, 0)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
}
