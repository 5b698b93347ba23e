import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { canLendRights } from '@footnote/platform/testing/can-lend-rights'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { Command } from 'commander'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildPdf, placeLines } from '../extract/testing/build-pdf.ts'
import { openLibrary } from '../library/open-library.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { addLibraryCommands } from './library-commands.ts'

const PROGRAM = `
  import { Command } from 'commander'
  import { addLibraryCommands } from ${JSON.stringify(new URL('./library-commands.ts', import.meta.url).href)}
  const program = new Command('footnote')
  addLibraryCommands(program)
  try {
    await program.parseAsync()
  } catch (error) {
    process.stderr.write(error.message)
    process.exitCode = 1
  }`

let folder: string
beforeEach(async () => {
  const made = await makeTemporaryFolder()
  onTestFinished(() => made.remove())
  folder = made.path
})

function start(...args: string[]): ChildProcess {
  const inline = ['--input-type=module', '--eval', PROGRAM, '--', 'library']
  return spawn(process.execPath, [...inline, ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      // Many processes of the same code start here; this is where Node itself would cache it.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      FOOTNOTE_LIBRARY_DIR: join(folder, 'library'),
    },
  })
}

async function finish({ stdout, stderr, ...child }: ChildProcess, exit: Promise<unknown[]>) {
  if (!stdout || !stderr) throw new Error(`the output of ${child.pid} is not piped`)
  const [out, problems, [code]] = await Promise.all([text(stdout), text(stderr), exit])
  return { code, stdout: out, stderr: problems }
}

function run(...args: string[]) {
  const child = start(...args)
  return finish(child, once(child, 'close'))
}

async function writeDocs(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const docs = join(folder, 'docs')
  await mkdir(docs, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(docs, name), content)
  return docs
}

const page =
  '<!doctype html><html lang="en"><title>Dams</title><body><p>The dam of Elvas is old.</p>'
const files = {
  'dam.html': page,
  'note.md': '# A note\n\nThe mill of Evora grinds corn.',
  'plain.txt': 'The bridge of Tomar has five arches.',
  'table.csv': 'town,people\nElvas,20706\n',
  'data.json': '{"Town": {"name": "Beja"}}',
  'report.pdf': buildPdf([placeLines(['The tower of Lagos stands by the sea.'], { y: 700 })]),
}

const AS_ROOT = 'root, in a library of another user'
describe.runIf(await canLendRights(AS_ROOT))(AS_ROOT, () => {
  const OWNER = 65_534
  const makeTheirs = async () => {
    await mkdir(join(folder, 'library'), { mode: 0o700 })
    await chown(join(folder, 'library'), OWNER, OWNER)
  }

  it('adds files that only root can read, for that user', async () => {
    await makeTheirs()
    const docs = await writeDocs({ 'note.md': files['note.md'] })
    await chmod(join(docs, 'note.md'), 0o600)
    await chmod(docs, 0o700)
    expect(await run('add', docs)).toMatchObject({ code: 0, stderr: '' })
    expect((await run('add', docs)).stdout).toMatch(/^0 added, 0 updated, 1 unchanged/)
    expect((await run('search', 'mill')).stdout).toContain('corn')
    for (const name of await readdir(join(folder, 'library'))) {
      expect([name, (await stat(join(folder, 'library', name))).uid]).toEqual([name, OWNER])
    }
  })

  it('follows no link of theirs', async () => {
    await makeTheirs()
    const docs = await writeDocs({ 'note.md': files['note.md'] })
    await symlink(join(folder, 'made.db'), join(folder, 'library', 'library.db'))
    const added = await run('add', docs)
    expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be opened') })
    expect((await readdir(folder)).sort()).toEqual(['docs', 'library'])
    await writeFile(join(folder, 'made.db'), '', { mode: 0o600 })
    expect(await run('add', docs)).toMatchObject({ code: 1 })
    expect((await stat(join(folder, 'made.db'))).size).toBe(0)
  })
})

describe('library add', () => {
  it('adds every kind of file, and each is found by what it says', async () => {
    const docs = await writeDocs(files)
    const added = await run('add', docs)
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toMatch(/^6 added, 0 updated, 0 unchanged, 0 failed\.\nThe library has 6 /)
    const finds = { dam: 'dam.html', corn: 'note.md', arches: 'plain.txt', '20706': 'table.csv' }
    const path = join(folder, 'library', 'library.db')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const library = openLibrary(path, { readOnly: true })
    onTestFinished(() => library.close())
    const policy = compilePolicy({}, { now: new Date() })
    for (const [query, name] of Object.entries({
      ...finds,
      Beja: 'data.json',
      sea: 'report.pdf',
    })) {
      const [best] = library.search({ query, policy, limit: 1 })
      expect(best?.url).toBe(`library://local/docs/${name}`)
    }
  })

  it('skips what has not changed, takes what has, and adds again what was removed', async () => {
    const docs = await writeDocs(files)
    await run('add', docs)
    await writeDocs({ 'note.md': '# A note\n\nThe mill of Evora stands still today.' })
    expect((await run('add', docs)).stdout).toMatch(/^0 added, 1 updated, 5 unchanged/)
    await run('remove', 'library://local/docs/plain.txt')
    expect((await run('add', docs)).stdout).toMatch(/^1 added, 0 updated, 5 unchanged/)
  })

  it('reads a file again when something else is said about it', async () => {
    const docs = await writeDocs({ 'plain.txt': files['plain.txt'] })
    await run('add', docs)
    const details = ['--date', '2020-02-03', '--language', 'en-GB', '--country', 'gb,IE']
    expect((await run('add', docs, ...details)).stdout).toMatch(/^0 added, 1 updated/)
    const [listed = ''] = (await run('list', '--json')).stdout.split('\n')
    expect(JSON.parse(listed)).toMatchObject({
      publishedOn: '2020-02-03',
      language: 'en-gb',
      countries: ['GB', 'IE'],
    })
  })

  it('goes on past what cannot be read, tells why, and exits with 1', async () => {
    const docs = await writeDocs({ ...files, 'bad.txt': 'PK\x03\x04', 'twin.html': page })
    await writeDocs({
      'claim.html': '<html><link rel="canonical" href="https://example.com/a"><p>One',
      'claim2.html': '<html><link rel="canonical" href="https://example.com/a"><p>Two',
    })
    const { code, stdout, stderr } = await run('add', docs, join(folder, 'none'), '--jobs', '1')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^8 added, 0 updated, 0 unchanged, 3 failed/)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/none does not exist$/),
      expect.stringMatching(/bad\.txt is a ZIP or Office file/),
      expect.stringMatching(/claim2\.html has the same address as .*claim\.html/),
    ])
  })

  it('finds nothing in an empty folder and exits with 1', async () => {
    const { code, stdout } = await run('add', await writeDocs({}))
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Nothing to add/),
    })
  })

  it('stopped by Ctrl-C keeps what it has read, and goes on when given again', async () => {
    const docs = await writeDocs(files)
    const server = createServer((_, response) => {
      // The page arrives once the command knows that it shall stop.
      child.stderr?.once('data', () => response.end('A page that came late'))
      child.kill('SIGINT')
    })
    onTestFinished(() => void server.close())
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/late`
    const names = [join(docs, 'note.md'), url, join(docs, 'plain.txt')]
    const child = start('add', ...names, '--jobs', '1')
    const { code, stdout, stderr } = await finish(child, once(child, 'close'))
    expect({ code, stdout }).toEqual({ code: 130, stdout: expect.stringMatching(/^2 added/) })
    expect(stderr).toMatch(/Stopping after[\s\S]*Interrupted with 1 to go; give the same command/)
    const again = await run('add', join(docs, 'note.md'), join(docs, 'plain.txt'))
    expect(again.stdout).toMatch(/^1 added, 0 updated, 1 unchanged/)
  })

  it.each([
    ['--url', 'ftp://example.com', /must begin with https/],
    ['--date', '2020-13-01', /day that has been/],
    ['--language', 'no language', /tag such as en/],
    ['--country', 'Britain', /two letters/],
    ['--jobs', '0', /from 1 to/],
    ['--rating', 'bad', /Allowed choices/],
  ])('refuses %s %s', async (option, value, reason) => {
    const program = new Command().exitOverride().configureOutput({ writeErr() {} })
    addLibraryCommands(program)
    for (const library of program.commands) {
      for (const command of library.commands) command.copyInheritedSettings(program)
    }
    const parsed = program.parseAsync(['library', 'add', folder, option, value], { from: 'user' })
    await expect(parsed).rejects.toThrow(reason)
  })
})

describe('the other commands', () => {
  it('list shows title, date, passages and address; remove takes all below an address', async () => {
    const docs = await writeDocs({
      ...files,
      'old.md': '---\ndate: 2001-02-03\n---\n# Old\n\nText',
    })
    await run('add', docs, '--url', 'https://example.com/docs')
    const { stdout } = await run('list')
    expect(stdout).toMatch(/^title +date +passages +url\n/)
    expect(stdout).toMatch(/^Old +2001-02-03 +1 +https:\/\/example\.com\/docs\/old\.md$/m)
    const removed = await run('remove', 'https://example.com/docs/old.md', 'https://example.com')
    expect(removed.stdout).toBe(
      'Removed 1 at or below https://example.com/docs/old.md.\n' +
        'Removed 6 at or below https://example.com.\n',
    )
    expect((await run('list')).stdout).toMatch(/^No documents yet/)
    const none = await run('remove', 'https://example.com')
    expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/Nothing is at/) })
  })

  it('search shows where a passage is from and its date', async () => {
    const docs = await writeDocs({
      'old.md': '---\ndate: 2001-02-03\n---\n# Old\n\nThe mill grinds.',
    })
    await run('add', docs)
    const { stdout } = await run('search', 'mills', '--limit', '1')
    expect(stdout).toMatch(
      /^Old\nlibrary:\/\/local\/docs\/old\.md {2}\(2001-02-03\)\n[\s\S]*The mill grinds\.\n$/,
    )
    expect(await run('search', 'nowhere')).toMatchObject({
      code: 1,
      stdout: 'Nothing was found.\n',
    })
  })

  it('copy needs a shared library', async () => {
    expect(await run('copy')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set FOOTNOTE_LIBRARY_DATABASE_URL'),
    })
  })

  it('say what to do when there is no library', async () => {
    await rm(join(folder, 'library'), { recursive: true, force: true })
    const { code, stderr } = await run('list')
    expect(code).toBe(1)
    expect(stderr).toMatch(/there is no library at .* add documents/)
  })
})
