import { mkdir } from 'node:fs/promises'

/**
 * Creates a data folder. Under root, the database and the engine run as other users, who must be able
 * to reach their own folders; file modes keep them out of everything else.
 */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
}
