import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../errors/has-code.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { type Credentials, credentialsFile } from './credentials-file.ts'

const OWN_FOLDER = 0o700
const OWN_FILE = 0o600

/** Stores them for the owner's eyes alone, whole or not at all; tells where. */
export async function writeCredentials(
  env: Environment,
  { address, key }: Credentials,
): Promise<string> {
  const path = credentialsFile(env)
  await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER })
  // It may have been there before, open to others.
  await chmod(dirname(path), OWN_FOLDER)
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', OWN_FILE)
    try {
      await file.writeFile(`${JSON.stringify({ address, key }, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return path
}

/** Tells whether there was anything to remove. */
export async function removeCredentials(env: Environment): Promise<boolean> {
  try {
    await rm(credentialsFile(env))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
