import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  credentialsPath,
  readCredentials,
  removeCredentials,
  writeCredentials,
} from './credentials.ts'
import { findAccess } from './find-access.ts'

const stored = { address: 'https://footnote.example', key: 'fn_stored' }

let folder: TemporaryFolder
let env: Record<string, string>
beforeEach(async () => {
  folder = await makeTemporaryFolder()
  env = { XDG_CONFIG_HOME: folder.path }
})
afterEach(() => folder.remove())

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the credentials file', () => {
  it('is readable by its owner alone, even in a folder that was open to others, and leaves no drafts', async () => {
    const path = credentialsPath(env)
    await mkdir(dirname(path), { mode: 0o755 })
    expect(await writeCredentials(env, { ...stored, key: 'fn_first' })).toBe(path)
    await writeCredentials(env, stored)
    expect(await readCredentials(env)).toEqual(stored)
    expect([await modeOf(path), await modeOf(dirname(path))]).toEqual([0o600, 0o700])
    expect(await readdir(dirname(path))).toEqual(['credentials.json'])
  })

  it('replaces a symbolic link instead of following it', async () => {
    const path = credentialsPath(env)
    const elsewhere = join(folder.path, 'elsewhere')
    await writeFile(elsewhere, 'untouched')
    await mkdir(dirname(path))
    await symlink(elsewhere, path)
    await writeCredentials(env, stored)
    expect(await readFile(elsewhere, 'utf8')).toBe('untouched')
    expect(await readCredentials(env)).toEqual(stored)
  })

  it('can be removed twice', async () => {
    await writeCredentials(env, stored)
    expect([await removeCredentials(env), await removeCredentials(env)]).toEqual([true, false])
    expect(await readCredentials(env)).toBeUndefined()
  })

  it('is in ~/.config if XDG_CONFIG_HOME is unset or relative', () => {
    const expected = '/home/me/.config/footnote/credentials.json'
    expect(credentialsPath({ HOME: '/home/me' })).toBe(expected)
    expect(credentialsPath({ HOME: '/home/me', XDG_CONFIG_HOME: 'relative' })).toBe(expected)
  })
})

describe('refuses a credentials file', () => {
  beforeEach(async () => {
    await writeCredentials(env, stored)
  })

  it.each([0o640, 0o604, 0o620])('with mode %o, and names the fix', async mode => {
    await chmod(credentialsPath(env), mode)
    await expect(readCredentials(env)).rejects.toThrow(`chmod 600 '${credentialsPath(env)}'`)
  })

  it('that is a symbolic link', async () => {
    const path = credentialsPath(env)
    await rename(path, `${path}.real`)
    await symlink(`${path}.real`, path)
    await expect(readCredentials(env)).rejects.toThrow('is a symbolic link')
  })

  it.runIf(process.getuid?.() === 0)('of another user', async () => {
    await chown(credentialsPath(env), 65_534, 65_534)
    await expect(readCredentials(env)).rejects.toThrow('belongs to another user')
  })

  it.each(['', '{', '[]', '{"address":1,"key":"x"}', '{"address":"x","key":"x"}'])(
    'that contains %j',
    async text => {
      await writeFile(credentialsPath(env), text)
      await expect(readCredentials(env)).rejects.toThrow('run footnote login')
    },
  )
})

describe('findAccess', () => {
  const given = { FOOTNOTE_API_KEY: 'fn_given', FOOTNOTE_BASE_URL: 'http://127.0.0.1:9000/' }

  it('uses the stored key, and fails without one', async () => {
    await expect(findAccess(env)).rejects.toMatchObject({ code: 'NO_API_KEY' })
    await writeCredentials(env, stored)
    expect(await findAccess(env)).toEqual(stored)
  })

  it('prefers the key of the environment, at the stored address or else this machine', async () => {
    const { FOOTNOTE_API_KEY } = given
    expect(await findAccess({ ...env, FOOTNOTE_API_KEY })).toEqual({
      ...{ key: 'fn_given', address: 'http://127.0.0.1:8787' },
    })
    await writeCredentials(env, stored)
    expect(await findAccess({ ...env, FOOTNOTE_API_KEY })).toEqual({ ...stored, key: 'fn_given' })
  })

  it('ignores a damaged file if the environment has key and address', async () => {
    await writeCredentials(env, stored)
    await chmod(credentialsPath(env), 0o644)
    expect(await findAccess({ ...env, ...given })).toEqual({
      ...{ key: 'fn_given', address: 'http://127.0.0.1:9000' },
    })
  })

  it.each([
    'https://footnote.example.evil',
    'https://footnote.example:8443',
    'http://footnote.example',
    'https://footnote.example/other',
  ])('never sends a stored key to %s', async address => {
    await writeCredentials(env, stored)
    const access = findAccess({ ...env, FOOTNOTE_BASE_URL: address })
    await expect(access).rejects.toMatchObject({ code: 'NO_API_KEY' })
    await expect(access).rejects.toThrow(
      `is for ${stored.address}, so it is not sent to ${address}`,
    )
  })

  it('sends a stored key to other spellings of its address', async () => {
    await writeCredentials(env, stored)
    const FOOTNOTE_BASE_URL = 'HTTPS://Footnote.example:443//'
    expect(await findAccess({ ...env, FOOTNOTE_BASE_URL })).toEqual(stored)
  })

  it.each(['fn_a_key', 'ftp://x', 'http://user:secret@x', 'http://x?secret'])(
    'rejects %s as an address without quoting it',
    async FOOTNOTE_BASE_URL => {
      const access = findAccess({ ...env, ...given, FOOTNOTE_BASE_URL })
      await expect(access).rejects.toThrow('FOOTNOTE_BASE_URL must be')
      await expect(access).rejects.not.toThrow(/secret|fn_a_key/)
    },
  )
})
