import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isJsonObject } from '@footnote/contract/json-object'
import { CallerError } from '../errors/caller-error.ts'
import { hasCode } from '../errors/has-code.ts'
import type { Environment } from '../output/terminal/terminal.ts'
import { type Credentials, credentialsFile } from './credentials-file.ts'

const LARGEST_BYTES = 10_000
const OTHERS = 0o077

/** What was stored by login; undefined where nothing was. A file that others can reach is refused. */
export async function readCredentials(env: Environment): Promise<Credentials | undefined> {
  const path = credentialsFile(env)
  const file = await openOwn(path)
  if (!file) return undefined
  try {
    await requirePrivate(file, path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_BYTES))
    return parse(buffer.toString('utf8', 0, bytesRead), path)
  } finally {
    await file.close()
  }
}

/** Opened before it is looked at, so that what is looked at is what is read. */
async function openOwn(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK a named pipe in its place would be waited for.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, 'ELOOP')) {
      throw new CallerError('NO_API_KEY', `${path} is a link to elsewhere; remove it and log in`)
    }
    throw new CallerError('NO_API_KEY', `${path} cannot be read`, { cause: error })
  }
}

async function requirePrivate(file: FileHandle, path: string): Promise<void> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new CallerError('NO_API_KEY', `${path} is not a file`)
  // Windows has neither owners of this kind nor modes.
  const user = process.getuid?.()
  if (user === undefined) return
  if (stats.uid !== user) {
    throw new CallerError('NO_API_KEY', `${path} belongs to another user; remove it and log in`)
  }
  if ((stats.mode & OTHERS) !== 0) {
    throw new CallerError('NO_API_KEY', `others may read ${path}; run: chmod 600 '${path}'`)
  }
}

function parse(text: string, path: string): Credentials {
  const broken = new CallerError('NO_API_KEY', `${path} is damaged; run: footnote login`)
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    throw broken
  }
  if (!isJsonObject(stored)) throw broken
  const { address, key } = stored
  if (typeof address !== 'string' || typeof key !== 'string' || !URL.canParse(address)) throw broken
  return { address, key }
}
