import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwnerOf } from '../../as-owner.ts'
import { syncFolder } from '../../create-file-once.ts'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'

/**
 * Roles of the embedded server. Only its supervisor connects as the superuser, which can read every
 * file of the server and every row. Each other role owns one database and can connect to no other.
 */
export const roles = {
  superuser: { user: 'footnote', database: 'postgres', passwordFile: 'postgres.password' },
  service: { user: 'footnote_service', database: 'footnote', passwordFile: 'service.password' },
  engine: { user: 'footnote_engine', database: 'footnote_engine', passwordFile: 'engine.password' },
} as const

export type Role = keyof typeof roles

export function makePassword(): string {
  return randomBytes(24).toString('base64url')
}

/** Writes a role's password file atomically and durably, with its owner and mode. */
export async function storePassword(
  folder: DataFolder,
  { role, password }: { role: Role; password: string },
): Promise<void> {
  const file = join(folder.path, roles[role].passwordFile)
  const partial = `${file}.partial`
  asOwnerOf(folder.path, () => {
    rmSync(partial, { force: true })
    writeFileSync(partial, password, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(partial, file)
  })
  await syncFolder(folder.path)
}

/** Creates the password file if it is missing. The caller must hold the database lock. */
export async function ensurePassword(folder: DataFolder, role: Role): Promise<void> {
  const file = join(folder.path, roles[role].passwordFile)
  const isThere = await access(file).then(() => true, ignoreMissing)
  if (!isThere) await storePassword(folder, { role, password: makePassword() })
}
