import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ignoreMissing } from './database/embedded/ignore-missing.ts'

/** Left by processes that were killed while they wrote; never under the name of a real file. */
export const HALF_WRITTEN = /^\..+\.half$/

/**
 * Returns the content of the file, and writes it first if there is none. Any number of processes, on any
 * number of machines, get the same content: the file appears whole, under its name, once.
 */
export async function createFileOnce(path: string, makeContent: () => Buffer): Promise<Buffer> {
  const existing = await readFile(path).catch(ignoreMissing)
  if (existing) return existing
  const folder = dirname(path)
  const half = `${folder}/.${randomUUID()}.half`
  try {
    const file = await open(half, 'wx', 0o600)
    try {
      await file.writeFile(makeContent())
      await file.sync()
    } finally {
      await file.close()
    }
    await link(half, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(half, { force: true })
  }
  await syncFolder(folder)
  return await readFile(path)
}

/** A name in a folder outlasts a power cut only once the folder itself is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
