import { execFile } from 'node:child_process'
import { chmod, chown, link, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseEngineAccount } from '@footnote/platform/engine-account'
import { canLendRights } from '@footnote/platform/testing/can-lend-rights'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { prepareEngine } from './prepare-engine.ts'

async function openScene() {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const program = join(folder.path, 'engine.js')
  await writeFile(program, '')
  const lines: string[] = []
  const log = { info() {}, warn: (line: string) => void lines.push(line) }
  const ownerOf = async (path: string) => (await stat(join(folder.path, path))).uid
  const prepare = (settings: Record<string, string> = {}) =>
    prepareEngine(readConfig({ FOOTNOTE_DATA_DIR: folder.path, ...settings }), {
      command: [process.execPath, program],
      log,
    })
  return { path: folder.path, program, lines, ownerOf, prepare }
}

const NAME = 'for a service started by root'
describe.runIf(await canLendRights(NAME))(NAME, () => {
  it('hands the engine’s folders to another user, and nothing else', async () => {
    const { path, lines, ownerOf, prepare } = await openScene()
    await mkdir(join(path, 'library'))
    await writeFile(join(path, 'library', 'library.db'), '')
    await writeFile(join(path, 'library', 'notes'), '')
    await writeFile(join(path, 'secret'), '')
    await link(join(path, 'secret'), join(path, 'library', 'library.db-wal'))
    const { account, keysDir } = await prepare()
    if (!account) throw new Error('the engine would run as root')
    expect(account.uid).not.toBe(0)
    expect((await stat(keysDir)).uid).toBe(account.uid)
    for (const name of ['library', 'library/library.db', 'engine']) {
      expect([name, await ownerOf(name)]).toEqual([name, account.uid])
    }
    for (const name of ['.', 'secret', 'library/notes', 'engine.js']) {
      expect([name, await ownerOf(name)]).toEqual([name, 0])
    }
    expect(lines).toEqual([])
  })

  it('hands over a named keys folder that it made for keys of an earlier version', async () => {
    const { path, lines, ownerOf, prepare } = await openScene()
    await mkdir(join(path, 'keys'))
    await writeFile(join(path, 'keys', '2031-05-04.key'), 'key')
    const { account } = await prepare({ FOOTNOTE_ENGINE_KEYS_DIR: join(path, 'named') })
    if (!account) throw new Error('the engine would run as root')
    expect(await ownerOf('named')).toBe(account.uid)
    expect(await ownerOf('named/2031-05-04.key')).toBe(account.uid)
    expect(lines).toEqual([])
  })

  it('leaves a folder that the operator created to its owner', async () => {
    const { path, lines, ownerOf, prepare } = await openScene()
    await mkdir(join(path, 'shared'), { mode: 0o755 })
    const settings = { FOOTNOTE_LIBRARY_DIR: join(path, 'shared') }
    await expect(prepare(settings)).rejects.toThrow(`cannot write ${path}/shared: grant it`)
    expect(await ownerOf('shared')).toBe(0)
    await chmod(join(path, 'shared'), 0o777)
    await writeFile(join(path, 'shared', 'library.db'), '', { mode: 0o600 })
    await expect(prepare(settings)).rejects.toThrow(`cannot write ${path}/shared/library.db`)
    await chmod(join(path, 'shared', 'library.db'), 0o666)
    expect((await prepare(settings)).account).toBeDefined()
    expect(lines).toEqual([])
  })

  it('never runs the engine as root because of its user’s changes to its own folders', async () => {
    const { path, lines, ownerOf, prepare } = await openScene()
    const settings = { FOOTNOTE_LIBRARY_DIR: join(path, 'named') }
    const { account, keysDir } = await prepare(settings)
    await writeFile(join(path, 'named', 'library.db'), '')
    await symlink(join(path, 'engine.js'), join(path, 'named', 'library.db-wal'))
    await link(join(path, 'engine.js'), join(path, 'named', 'library.db-shm'))
    for (const made of [join(path, 'named', 'library.db'), join(path, 'engine'), keysDir]) {
      await chmod(made, 0)
    }
    await chmod(join(path, 'named'), 0)
    expect((await prepare(settings)).account).toEqual(account)
    expect(await ownerOf('engine.js')).toBe(0)
    expect(lines).toEqual([])
  })

  it('refuses to start the engine, rather than as root, if its user prevents it', async () => {
    const { path, lines, prepare } = await openScene()
    const account = await chooseEngineAccount(path)
    if (!account) throw new Error('the engine would run as root')
    await mkdir(join(path, 'theirs', 'library'), { recursive: true })
    await chown(join(path, 'theirs', 'library'), account.uid, account.gid)
    await chown(join(path, 'theirs'), account.uid, account.gid)
    await chmod(join(path, 'theirs'), 0)
    await expect(
      prepare({ FOOTNOTE_LIBRARY_DIR: join(path, 'theirs', 'library') }),
    ).rejects.toThrow(`cannot enter ${path}/theirs/library: grant it`)

    await mkdir(join(path, 'secret'))
    await symlink(join(path, 'secret'), join(path, 'engine'))
    await expect(prepare()).rejects.toThrow(`Cannot make ${path}/engine a folder of user`)
    expect((await stat(join(path, 'secret'))).uid).toBe(0)

    await chown(path, account.uid, account.gid)
    await chmod(path, 0)
    await expect(prepare()).rejects.toThrow('set its mode right')
    expect(lines).toEqual([])
  })

  it('finds out what the user can read even if the user has used up all processes', async () => {
    const { path, program } = await openScene()
    const account = await chooseEngineAccount(path)
    if (!account) throw new Error('the engine would run as root')
    const probe = `
      import { findDenied } from ${JSON.stringify(import.meta.resolve('@footnote/platform/database/embedded/find-denied'))}
      const [account, path] = JSON.parse(process.argv[1])
      console.log(await findDenied(account, [{ path, to: 'read' }]))`
    const args = ['--input-type=module', '-e', probe, JSON.stringify([account, program])]
    const { stdout } = await promisify(execFile)('/bin/sh', [
      ...[
        '-c',
        'ulimit -p 0 2>/dev/null || ulimit -u 0; exec "$@"',
        'sh',
        process.execPath,
        ...args,
      ],
    ])
    expect(stdout).toBe('undefined\n')
  })

  it('runs the engine as root, with a warning, if another user cannot read its code', async () => {
    const { program, lines, prepare } = await openScene()
    await chmod(program, 0o600)
    expect((await prepare()).account).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining(`no access to ${program}`)])
  })
})
