import { execFile } from 'node:child_process'
import {
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ordinaryUser } from './database/embedded/testing/database-sandbox.ts'
import { destroyOldKeys, keysFolderOf, prepareKeysFolder } from './keys-folder.ts'
import { makeTemporaryFolder } from './testing/temporary-folder.ts'

async function openScene() {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  const dataDir = join(path, 'data')
  await mkdir(dataDir)
  const warnings: string[] = []
  const log = { info() {}, warn: (message: string) => void warnings.push(message) }
  const prepare = ({ at = dataDir, named }: { at?: string; named?: string } = {}) =>
    prepareKeysFolder(at, { named, log })
  const destroyOld = (named?: string) => destroyOldKeys(dataDir, { named, log })
  return { path, dataDir, warnings, prepare, destroyOld }
}

it('creates a private folder beside the data folder, marked for exclusion from backups', async () => {
  const { dataDir, prepare, warnings } = await openScene()
  const folder = await prepare()
  expect(folder).toBe(`${dataDir}-keys`)
  expect(await keysFolderOf(`${dataDir}/`)).toBe(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const tag = await readFile(join(folder, 'CACHEDIR.TAG'), 'utf8')
  expect(tag).toMatch(/^Signature: 8a477f597d28d172789f06886806bc55\n/)
  expect(warnings).toEqual([])
})

it('moves the keys of earlier versions, even after an interrupted move', async () => {
  const { dataDir, prepare } = await openScene()
  const old = join(dataDir, 'keys')
  await mkdir(old)
  await writeFile(join(old, '2031-05-04.key'), 'first')
  await writeFile(join(old, '2031-05-05.key'), 'second')
  await mkdir(`${dataDir}-keys`)
  await writeFile(join(`${dataDir}-keys`, '2031-05-04.key'), 'first')
  const folder = await prepare()
  expect(await readFile(join(folder, '2031-05-04.key'), 'utf8')).toBe('first')
  expect(await readFile(join(folder, '2031-05-05.key'), 'utf8')).toBe('second')
  expect(await readdir(dataDir)).toEqual([])
  expect(await prepare()).toBe(folder)
  expect((await readdir(folder)).sort()).toEqual([
    '2031-05-04.key',
    '2031-05-05.key',
    'CACHEDIR.TAG',
  ])
})

it('is the same through a link to the data folder', async () => {
  const { path, dataDir, prepare } = await openScene()
  await symlink(dataDir, join(path, 'link'))
  expect(await prepare({ at: join(path, 'link') })).toBe(`${dataDir}-keys`)
})

it('takes in the keys of both other folders where a setting names one', async () => {
  const { path, dataDir, prepare, warnings } = await openScene()
  await mkdir(join(dataDir, 'keys'))
  await writeFile(join(dataDir, 'keys', '2031-05-04.key'), 'first')
  await writeFile(join(await prepare(), '2031-05-05.key'), 'second')
  const named = join(path, 'named')
  expect(await prepare({ named })).toBe(named)
  expect((await readdir(named)).sort()).toEqual(['2031-05-04.key', '2031-05-05.key'])
  expect(await readdir(dataDir)).toEqual([])
  expect(await readdir(`${dataDir}-keys`)).toEqual(['CACHEDIR.TAG'])
  expect(warnings).toEqual([])
})

it('keeps the keys of a named folder that is one of its own by another name', async () => {
  const { path, dataDir, prepare } = await openScene()
  const named = join(path, 'named')
  await mkdir(join(dataDir, 'keys'))
  await symlink(join(dataDir, 'keys'), named)
  await writeFile(join(named, '2031-05-04.key'), 'first')
  await prepare({ named })
  expect(await readFile(join(named, '2031-05-04.key'), 'utf8')).toBe('first')
})

it('leaves a key where it is, with a warning, if another of that day is in use', async () => {
  const { dataDir, prepare, warnings } = await openScene()
  const used = join(await prepare(), '2031-05-04.key')
  await writeFile(used, 'other')
  const old = join(dataDir, 'keys', '2031-05-04.key')
  await mkdir(join(dataDir, 'keys'))
  await writeFile(old, 'first')
  await prepare()
  expect([await readFile(old, 'utf8'), await readFile(used, 'utf8')]).toEqual(['first', 'other'])
  expect(warnings).toEqual([expect.stringContaining(old)])
})

it('skips what is no key, with a warning for each', async () => {
  const { path, dataDir, prepare, warnings } = await openScene()
  const old = join(dataDir, 'keys')
  await mkdir(join(old, '2031-05-01.key'), { recursive: true })
  await writeFile(join(path, 'secret'), 'secret')
  await symlink(join(path, 'secret'), join(old, '2031-05-02.key'))
  await promisify(execFile)('mkfifo', [join(old, '2031-05-03.key')])
  await link(join(path, 'secret'), join(old, '2031-05-04.key'))
  await writeFile(join(old, '2031-05-05.key'), 'key')
  const folder = await prepare()
  expect((await readdir(folder)).sort()).toEqual(['2031-05-05.key', 'CACHEDIR.TAG'])
  expect(await readdir(old)).toHaveLength(4)
  expect(warnings).toHaveLength(4)
})

it('needs no tag: a link or a folder in its place is left, with a warning', async () => {
  const { path, dataDir, prepare, warnings } = await openScene()
  const tag = join(`${dataDir}-keys`, 'CACHEDIR.TAG')
  await mkdir(`${dataDir}-keys`)
  await symlink(join(path, 'nowhere'), tag)
  expect(await prepare()).toBe(`${dataDir}-keys`)
  await unlink(tag)
  await mkdir(tag)
  expect(await prepare()).toBe(`${dataDir}-keys`)
  expect(warnings).toEqual([expect.stringContaining(tag), expect.stringContaining(tag)])
})

it('destroys old keys in every folder, and spares the content of a file with several hard links', async () => {
  const { path, dataDir, destroyOld, warnings } = await openScene()
  const [today = ''] = new Date().toISOString().split('T')
  const folders = [join(dataDir, 'keys'), `${dataDir}-keys`, join(path, 'named')]
  for (const folder of folders) {
    await mkdir(folder)
    for (const day of ['2020-02-02', today]) await writeFile(join(folder, `${day}.key`), 'key')
  }
  await writeFile(join(path, 'secret'), 'secret')
  await link(join(path, 'secret'), join(dataDir, 'keys', '2020-02-03.key'))
  await destroyOld(folders[2])
  for (const folder of folders) expect(await readdir(folder)).toEqual([`${today}.key`])
  expect(await readFile(join(path, 'secret'), 'utf8')).toBe('secret')
  expect(warnings).toEqual([])
})

it('is within the data folder, with a warning, where the folder beside it cannot be made', async () => {
  const { path, dataDir, prepare, warnings } = await openScene()
  await chmod(dataDir, 0o777)
  await chmod(path, 0o555)
  onTestFinished(() => chmod(path, 0o755))
  // File modes do not restrict root.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(ordinaryUser.uid)
  onTestFinished(() => void (isRoot && process.seteuid?.(0)))
  const folder = await prepare().finally(() => void (isRoot && process.seteuid?.(0)))
  expect(folder).toBe(join(dataDir, 'keys'))
  expect(await readdir(folder)).toEqual(['CACHEDIR.TAG'])
  expect(warnings).toEqual([expect.stringContaining('FOOTNOTE_ENGINE_KEYS_DIR')])
})
