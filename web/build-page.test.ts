import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildPage } from './build-page.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-page-'))
  await mkdir(join(root, 'src'))
  await write('index.html', '<!doctype html><script type="module" src="/src/main.js"></script>')
  await write('src/main.js', say('first'))
})
afterEach(() => rm(root, { recursive: true }))

const write = (path: string, content: string) => writeFile(join(root, path), content)
/** A script long enough to be compressed. */
const say = (word: string) => `document.title = '${word} ${'x'.repeat(1_000)}'`
const build = () =>
  buildPage({ root, sources: ['index.html', 'src'].map(name => join(root, name)) })

/** Path of the only script of the built page. */
async function builtScript(): Promise<string> {
  const scripts = (await readdir(join(root, 'dist/assets'))).filter(name => name.endsWith('.js'))
  expect(scripts).toHaveLength(1)
  return join(root, 'dist/assets', scripts[0] ?? '')
}

it('builds again only when a source has changed', async () => {
  expect(await build()).toBe(true)
  expect(await readFile(await builtScript(), 'utf8')).toContain('first')
  expect(await build()).toBe(false)

  await write('src/main.js', say('second'))
  expect(await build()).toBe(true)
  expect(await readFile(await builtScript(), 'utf8')).toContain('second')
  expect(await build()).toBe(false)
})

it('notices changed and deleted sources regardless of file times', async () => {
  await write('src/unused.js', 'export {}')
  await build()
  await write('src/main.js', say('older'))
  await utimes(join(root, 'src/main.js'), 0, 0)
  expect(await build()).toBe(true)
  await rm(join(root, 'src/unused.js'))
  expect(await build()).toBe(true)
})

it('compresses text files with Brotli and gzip', async () => {
  await build()
  const script = await builtScript()
  const plain = await readFile(script)
  expect(brotliDecompressSync(await readFile(`${script}.br`))).toEqual(plain)
  expect(gunzipSync(await readFile(`${script}.gz`))).toEqual(plain)
})

it('keeps the old page and leaves no files behind when a build fails', async () => {
  await build()
  const before = await readFile(await builtScript(), 'utf8')
  await write('src/main.js', 'not a script')
  await expect(build()).rejects.toThrow()
  expect(await readFile(await builtScript(), 'utf8')).toBe(before)
  expect((await readdir(root)).sort()).toEqual(['dist', 'index.html', 'src'])

  await write('src/main.js', say('fixed'))
  expect(await build()).toBe(true)
})

it('replaces an output folder that it did not build', async () => {
  await mkdir(join(root, 'dist'))
  await write('dist/stray.txt', 'half a page')
  expect(await build()).toBe(true)
  expect(await readdir(join(root, 'dist'))).not.toContain('stray.txt')
})

it('survives concurrent builds', async () => {
  await build()
  await write('src/main.js', say('second'))
  // Separate processes, as in practice.
  const script = `const { buildPage } = await import(process.argv[1]);
    await buildPage({ root: process.argv[2], sources: process.argv.slice(3) })`
  const sources = ['index.html', 'src'].map(name => join(root, name))
  const page = join(import.meta.dirname, 'build-page.ts')
  await Promise.all(
    Array.from({ length: 3 }, () =>
      promisify(execFile)(process.execPath, [
        ...['--input-type=module', '--eval', script],
        ...[page, root, ...sources],
      ]),
    ),
  )
  expect(await readFile(await builtScript(), 'utf8')).toContain('second')
  expect((await readdir(root)).sort()).toEqual(['dist', 'index.html', 'src'])
  expect(await build()).toBe(false)
})
