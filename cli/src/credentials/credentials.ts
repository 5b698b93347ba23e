import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isJsonObject } from '@footnote/contract/json-object'
import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'

/** An API key and the only address it may be sent to. */
export interface Credentials {
  readonly address: string
  readonly key: string
  /** Set if `footnote login` created the key for this machine, so that logging out revokes it. */
  readonly isOwn?: true
}

const OWNER_FOLDER = 0o700
const OWNER_FILE = 0o600
const GROUP_AND_OTHERS = 0o077
const MAX_BYTES = 10_000

/** Reads the key that login stored, if any. Refuses a file that other users can access. */
export async function readCredentials(env: Environment): Promise<Credentials | undefined> {
  const path = credentialsPath(env)
  const file = await openFile(path)
  if (!file) return undefined
  try {
    await requirePrivate(file, path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES))
    return parse(buffer.toString('utf8', 0, bytesRead), path)
  } finally {
    await file.close()
  }
}

/** Stores a key readable by its owner alone, and returns the path. Replaces the file atomically. */
export async function writeCredentials(
  env: Environment,
  credentials: Credentials,
): Promise<string> {
  const path = credentialsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER })
  // mkdir leaves the mode of an existing folder alone.
  await chmod(dirname(path), OWNER_FOLDER)
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', OWNER_FILE)
    try {
      await file.writeFile(`${JSON.stringify(credentials, undefined, 2)}\n`)
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

/** Deletes the stored key; returns false if there was none. */
export async function removeCredentials(env: Environment): Promise<boolean> {
  try {
    await rm(credentialsPath(env))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Returns where the key is stored. The XDG rules ignore a relative XDG_CONFIG_HOME. */
export function credentialsPath(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'] ?? ''
  const folder = isAbsolute(given) ? given : join(env['HOME'] || findHome(), '.config')
  return join(folder, 'footnote', 'credentials.json')
}

/** A process whose user id has no account has no home folder. */
function findHome(): string {
  try {
    return homedir()
  } catch (error) {
    throw new CallerError('NO_API_KEY', 'no home folder to store a key in; set HOME', {
      cause: error,
    })
  }
}

/** Opens the file before its checks, so that the checked file is the one that is read. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    // O_NONBLOCK keeps a named pipe in its place from blocking the command.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, 'ELOOP')) {
      throw new CallerError(
        'NO_API_KEY',
        `${path} is a symbolic link; remove it and run footnote login`,
      )
    }
    throw new CallerError('NO_API_KEY', `cannot read ${path}`, { cause: error })
  }
}

async function requirePrivate(file: FileHandle, path: string): Promise<void> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new CallerError('NO_API_KEY', `${path} is not a file`)
  // Windows has neither numeric owners nor modes.
  const user = process.getuid?.()
  if (user === undefined) return
  if (stats.uid !== user) {
    throw new CallerError(
      'NO_API_KEY',
      `${path} belongs to another user; remove it and run footnote login`,
    )
  }
  if ((stats.mode & GROUP_AND_OTHERS) !== 0) {
    throw new CallerError('NO_API_KEY', `other users can read ${path}; run: chmod 600 '${path}'`)
  }
}

function parse(text: string, path: string): Credentials {
  const damaged = new CallerError('NO_API_KEY', `${path} is damaged; run footnote login`)
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    throw damaged
  }
  if (!isJsonObject(stored)) throw damaged
  const { address, key, isOwn } = stored
  if (typeof address !== 'string' || typeof key !== 'string' || !URL.canParse(address)) {
    throw damaged
  }
  return { address, key, ...(isOwn === true && { isOwn }) }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}
