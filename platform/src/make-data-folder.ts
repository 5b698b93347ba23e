import { mkdir } from 'node:fs/promises'

/**
 * Makes a data folder. Root's database and engine run as other users, who must be able to pass through
 * to folders of their own; every file that is not theirs is closed to them by its mode.
 */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
}
