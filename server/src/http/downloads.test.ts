import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { fillPlaceholders } from './docs/placeholders.ts'
import { addDownloads, packagePaths } from './downloads.ts'

async function startDownloads(files: Readonly<Record<string, string>>) {
  const folder = await makeTemporaryFolder()
  const downloads = join(folder.path, 'downloads')
  if (Object.keys(files).length > 0) await mkdir(downloads)
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder.path, path), content)
  }
  const app = fastify()
  addDownloads(app, { folder: downloads })
  await folder.remove()
  return app
}

it('hands a package out as it is, and only once to who has it', async () => {
  await using app = await startDownloads({ [packagePaths.sdk]: 'packed' })
  // Whatever is accepted: npm checks the digest of exactly these bytes.
  const first = await app.inject({
    url: packagePaths.sdk,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(first).toMatchObject({ statusCode: 200, body: 'packed' })
  expect(first.headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'no-cache',
  })
  expect(first.headers).not.toHaveProperty('content-encoding')

  const headers = { 'if-none-match': first.headers.etag }
  const second = await app.inject({ url: packagePaths.sdk, headers })
  expect(second).toMatchObject({ statusCode: 304, body: '' })
  expect(await app.inject(packagePaths.cli)).toMatchObject({ statusCode: 404 })
})

it('has nothing to hand out where nothing was built', async () => {
  await using app = await startDownloads({})
  expect(await app.inject(packagePaths.sdk)).toMatchObject({ statusCode: 404 })
})

it('the documentation names the packages by their whole addresses', () => {
  const surroundings = { baseUrl: 'https://footnote.example', hasWebsite: false, sources: [] }
  expect(fillPlaceholders('npm install {{sdk_package}}; npx {{cli_package}}', surroundings)).toBe(
    `npm install https://footnote.example${packagePaths.sdk}; npx https://footnote.example${packagePaths.cli}`,
  )
})
