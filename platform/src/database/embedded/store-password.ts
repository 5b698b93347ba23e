import { randomBytes } from 'node:crypto'
import { access, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../create-file-once.ts'
import { type DataFolder, makePrivate } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { type Role, roles } from './roles.ts'

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
  await writeFile(partial, password, { mode: 0o600, flush: true })
  await makePrivate(folder, partial)
  await rename(partial, file)
  await syncFolder(folder.path)
}

/** Creates the password file if it is missing. The caller must hold the database lock. */
export async function ensurePassword(folder: DataFolder, role: Role): Promise<void> {
  const file = join(folder.path, roles[role].passwordFile)
  const isThere = await access(file).then(() => true, ignoreMissing)
  if (!isThere) await storePassword(folder, { role, password: makePassword() })
}
