import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSources } from './library-sources.ts'

let root: Awaited<ReturnType<typeof makeTemporaryFolder>>
let docs: string
beforeAll(async () => {
  root = await makeTemporaryFolder()
  docs = join(root.path, 'my docs')
  for (const folder of ['sub', '.hidden', 'node_modules']) {
    await mkdir(join(docs, folder), { recursive: true })
    await writeFile(join(docs, folder, 'a#b.md'), 'x')
  }
  await writeFile(join(docs, 'b.html'), 'x')
  await writeFile(join(docs, 'c.png'), 'x')
  await symlink('..', join(docs, 'sub', 'loop'))
  await symlink('nowhere', join(docs, 'dangling.md'))
  await mkdir(join(root.path, 'my docs elsewhere'))
  await writeFile(join(root.path, 'my docs elsewhere', 'private.md'), 'x')
  await symlink('../my docs elsewhere/private.md', join(docs, 'file-outside.md'))
  await symlink('../my docs elsewhere', join(docs, 'folder-outside'))
  await symlink('b.html', join(docs, 'inside.html'))
})
afterAll(() => root.remove())

const urls = async (names: readonly string[], base?: string) => {
  const { sources } = await findSources(names, base)
  return sources.map(({ url }) => url)
}

describe('the files of a folder', () => {
  it('are found once each, without hidden ones, node_modules and what cannot be read', async () => {
    const found = await findSources([docs])
    expect(found.sources.map(({ url }) => url)).toEqual([
      'library://local/my%20docs/b.html',
      'library://local/my%20docs/sub/a%23b.md',
    ])
    expect(found).toMatchObject({ passedOver: 6, failures: [] })
  })

  it('are not looked for behind links, except one that is named', async () => {
    const linked = await findSources([join(docs, 'folder-outside')])
    expect(linked.sources).toMatchObject([{ url: 'library://local/folder-outside/private.md' }])
  })

  it('have the addresses below the base that is given', async () => {
    const below = ['b.html', 'sub/a%23b.md'].map(name => `https://example.com/docs/${name}`)
    expect(await urls([docs], 'https://example.com/docs')).toEqual(below)
    expect(await urls([docs], 'https://example.com/docs/')).toEqual(below)
  })
})

it('a file has the same address alone as in its folder, or the one that is given', async () => {
  const file = join(docs, 'b.html')
  expect(await urls([file])).toEqual(['library://local/my%20docs/b.html'])
  expect(await urls([file], 'https://example.com/page')).toEqual(['https://example.com/page'])
  expect(await urls([file], 'https://example.com/')).toEqual(['https://example.com/b.html'])
})

it('reports missing files and finds the rest', async () => {
  const names = [join(docs, 'none'), 'https://', 'ftp://x/y', 'https://example.com/a']
  const found = await findSources(names)
  expect(found.failures.map(({ reason }) => reason)).toEqual([
    'does not exist',
    'is not a valid URL',
    'cannot be fetched: only http and https can, not ftp',
  ])
  expect(found.sources).toEqual([{ url: 'https://example.com/a' }])
})
