import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a library into a new data folder, as an engine's first start would, but without its work. */
export async function fillLibrary(dataDir: string): Promise<void> {
  // Outside a test run, the engine makes its own.
  if (process.env['VITEST'] === undefined) return
  const { ensureLibrary } = await import('../../../../engine/src/facts/testing/ensure-library.ts')
  const made = await ensureLibrary()
  const folder = join(dataDir, 'library')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  for (const name of ['library.db', 'facts.db']) {
    await copyFile(join(made, name), join(folder, name))
    // The engine may run as another user.
    await chmod(join(folder, name), 0o666)
  }
}
