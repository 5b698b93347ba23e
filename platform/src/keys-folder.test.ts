import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ordinaryUser } from './database/embedded/testing/database-sandbox.ts'
import { keysFolderOf, prepareKeysFolder } from './keys-folder.ts'
import { makeTemporaryFolder } from './testing/temporary-folder.ts'

async function openScene() {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  const dataDir = join(path, 'data')
  await mkdir(dataDir)
  const warnings: string[] = []
  const log = { info() {}, warn: (message: string) => void warnings.push(message) }
  return { path, dataDir, warnings, prepare: () => prepareKeysFolder(dataDir, { log }) }
}

it('creates a private folder beside the data folder, marked for exclusion from backups', async () => {
  const { dataDir, prepare, warnings } = await openScene()
  const folder = await prepare()
  expect(folder).toBe(`${dataDir}-keys`)
  expect(keysFolderOf(`${dataDir}/`)).toBe(folder)
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

it('falls back to the data folder, with a warning, if the folder beside it cannot be created', async () => {
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
