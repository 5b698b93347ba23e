import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ignoreMissing } from '../database/embedded/ignore-missing.ts'

/** The files below a folder whose raw bytes contain the text. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // A server that runs removes files of its own now and then.
    const content = await readFile(path).catch(ignoreMissing)
    if (content?.includes(text)) found.push(relative(folder, path))
  }
  return found
}
