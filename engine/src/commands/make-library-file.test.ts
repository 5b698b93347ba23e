import { readdir, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { openLibrary } from '../library/open-library.ts'
import { makeLibraryFile } from './library-path.ts'

it('nobody but its owner can read a library, nor what SQLite keeps beside it', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const path = join(folder.path, 'data', 'library', 'library.db')
  makeLibraryFile(path)
  const library = openLibrary(path)
  onTestFinished(() => library.close())
  library.writeMark('a', 'b')
  const names = await readdir(dirname(path))
  expect(names.sort()).toEqual(['library.db', 'library.db-shm', 'library.db-wal'])
  for (const name of names) {
    expect((await stat(join(dirname(path), name))).mode & 0o777).toBe(0o600)
  }
  makeLibraryFile(path)
  expect(library.readMark('a')).toBe('b')
})

it('creates nothing where a link leads', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  await symlink(join(folder.path, 'elsewhere'), join(folder.path, 'linked.db'))
  makeLibraryFile(join(folder.path, 'linked.db'))
  expect(await readdir(folder.path)).not.toContain('elsewhere')
})
