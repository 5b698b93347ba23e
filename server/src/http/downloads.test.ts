import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { version } from '../version.ts'
import { fillPlaceholders } from './docs/placeholders.ts'
import { addDownloads } from './downloads.ts'
import { keepPackages } from './keep-packages.ts'

const nameOf = (content: string) =>
  `footnote-sdk-${version}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.tgz`
const SDK = nameOf('packed')
const NEWER_SDK = nameOf('new')
const ALIASES = ['latest', version].map(alias => `/downloads/footnote-sdk-${alias}.tgz`)

/** A machine on which packages can be built and the service started repeatedly. */
async function openMachine() {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const built = join(folder.path, 'built')
  const kept = join(folder.path, 'kept')
  return {
    kept,
    async build(files: Readonly<Record<string, string>>) {
      await rm(built, { recursive: true, force: true })
      await mkdir(built)
      for (const [name, text] of Object.entries(files)) await writeFile(join(built, name), text)
    },
    async start() {
      const packages = await keepPackages(kept, { built })
      const app = fastify()
      addDownloads(app, packages)
      onTestFinished(() => app.close())
      return { app, packages }
    },
  }
}

it('serves a package unchanged and cacheable forever', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'packed' })
  const { app } = await machine.start()
  const url = `/downloads/${SDK}`
  // Never compressed: npm checks the digest of exactly these bytes.
  const first = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(first).toMatchObject({ statusCode: 200, body: 'packed' })
  expect(first.headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(first.headers).not.toHaveProperty('content-encoding')

  const headers = { 'if-none-match': first.headers.etag }
  expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 304, body: '' })
})

it('still serves earlier packages after a build, and redirects to the latest', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'packed' })
  await machine.start()
  await machine.build({ [NEWER_SDK]: 'new' })
  const { app } = await machine.start()

  expect(await app.inject(`/downloads/${SDK}`)).toMatchObject({ statusCode: 200, body: 'packed' })
  for (const alias of ALIASES) {
    const redirect = await app.inject(alias)
    expect(redirect.statusCode).toBe(302)
    expect(redirect.headers).toMatchObject({
      location: `/downloads/${NEWER_SDK}`,
      'cache-control': 'no-store',
    })
  }
  expect(await app.inject(`/downloads/${NEWER_SDK}`)).toMatchObject({ body: 'new' })
})

it('copies a damaged package again, and serves none that no build has any more', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'packed' })
  await machine.start()
  const file = join(machine.kept, SDK)
  await truncate(file, 3)
  const { app } = await machine.start()
  expect(await app.inject(`/downloads/${SDK}`)).toMatchObject({ statusCode: 200, body: 'packed' })

  await truncate(file, 3)
  await machine.build({ [NEWER_SDK]: 'new' })
  const later = await machine.start()
  expect(await later.app.inject(`/downloads/${SDK}`)).toMatchObject({ statusCode: 404 })
})

it('does not keep a package that the build left damaged', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'pack' })
  const { packages } = await machine.start()
  expect(packages).toMatchObject({ files: [], current: { sdk: undefined } })
  expect(await readdir(machine.kept)).toEqual([])
})

it('removes copies of killed processes, but not those in progress', async () => {
  const machine = await openMachine()
  await mkdir(machine.kept)
  for (const [pid, minutes] of [
    [1, 61],
    [2, 0],
  ] as const) {
    const copy = join(machine.kept, `.${SDK}-${pid}`)
    await writeFile(copy, 'pa')
    const changed = new Date(Date.now() - minutes * 60_000)
    await utimes(copy, changed, changed)
  }
  await machine.build({ [SDK]: 'packed' })
  await machine.start()
  expect((await readdir(machine.kept)).sort()).toEqual([`.${SDK}-2`, SDK])
})

it('still serves earlier packages if nothing is built', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'packed' })
  await machine.start()
  await machine.build({})
  const { app } = await machine.start()
  expect(await app.inject(`/downloads/${SDK}`)).toMatchObject({ body: 'packed' })
  for (const alias of ALIASES) expect(await app.inject(alias)).toMatchObject({ statusCode: 404 })
})

it.each([`footnote-cli-${version}-0123456789abcdef.tgz`, 'notes.txt', '..%2Fsecret'])(
  'does not serve %s',
  async name => {
    const machine = await openMachine()
    await machine.build({ [SDK]: 'packed', 'notes.txt': 'mine' })
    const { app } = await machine.start()
    expect(await app.inject(`/downloads/${name}`)).toMatchObject({ statusCode: 404 })
  },
)

it('documents packages by their permanent addresses', async () => {
  const machine = await openMachine()
  await machine.build({ [SDK]: 'packed' })
  const { packages } = await machine.start()
  const surroundings = {
    baseUrl: 'https://footnote.example',
    hasWebsite: false,
    sources: [],
    packages,
  }
  expect(fillPlaceholders('npm install {{sdk_package}}; npx {{cli_package}}', surroundings)).toBe(
    `npm install https://footnote.example/downloads/${SDK}; npx https://footnote.example/downloads/footnote-cli-latest.tgz`,
  )
})
