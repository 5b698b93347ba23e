import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KEY } from '../engine/src/runs/testing/engine-client.ts'
import { spawnEngine } from '../engine/src/runs/testing/spawn-engine.ts'
import { startFakeSearch } from '../engine/src/web/testing/fake-search.ts'
import { startFakeSite } from '../engine/src/web/testing/fake-site.ts'

const FOREIGN = join(import.meta.dirname, 'foreign')
const MAIN = join(import.meta.dirname, '../server/src/main.ts')
const isInstalled = existsSync(join(FOREIGN, 'node_modules/@youdotcom-oss/sdk'))
if (!isInstalled) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: @youdotcom-oss/sdk is not installed. Run npm ci --prefix e2e/foreign.\n',
  )
}

const TITLE = 'Lake Orrin'
const TEXT = 'Lake Orrin is 74 metres deep.'

describe.skipIf(!isInstalled)('the SDK of You.com', () => {
  it('searches and reads pages with the engine as it is delivered', async () => {
    const page = { title: TITLE, text: TEXT, date: new Date().toISOString().slice(0, 10) }
    const site = await startFakeSite({ '/lake': page })
    onTestFinished(site.close)
    const url = `${site.url}/lake`
    const search = await startFakeSearch({ pages: [{ url, ...page }] })
    onTestFinished(search.close)
    const { url: database, drop } = await createEmptyTestDatabase()
    onTestFinished(drop)
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const engine = await spawnEngine(
      {
        FOOTNOTE_DATA_DIR: folder.path,
        FOOTNOTE_ENGINE_KEYS_DIR: join(folder.path, 'keys'),
        FOOTNOTE_ENGINE_DATABASE_URL: database,
        FOOTNOTE_SEARXNG_URL: search.url,
        FOOTNOTE_FETCH_NETWORKS: '127.0.0.0/8',
      },
      { program: MAIN, args: ['engine'] },
    )
    onTestFinished(engine.kill)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(FOREIGN, 'you/ask.mjs'), engine.url, KEY, url, 'http://10.0.0.1/'],
      { env: { PATH: process.env['PATH'] } },
    )
    const replies = JSON.parse(stdout)
    const [bolivia, other] = replies['search'].results.web
    expect(bolivia).toMatchObject({
      url: expect.stringContaining('bolivia'),
      title: expect.stringContaining('Bolivia'),
      snippets: expect.arrayContaining([expect.stringContaining('Bolivia')]),
      pageAge: expect.stringMatching(/^20\d\d-/),
    })
    expect(other.url).not.toBe(bolivia.url)
    expect(replies['search'].metadata.query).toBe('capital of Bolivia')
    expect(replies).toMatchObject({
      'search with all parameters': {
        results: {
          web: [{ url, title: TITLE, contents: { markdown: expect.stringContaining(TEXT) } }],
          news: [],
        },
      },
      'contents as markdown': [
        { url, title: TITLE, markdown: expect.stringContaining(TEXT) },
        { url: 'http://10.0.0.1/', markdown: null },
      ],
      'contents as html': [{ url, title: TITLE, html: expect.stringContaining(`<p>${TEXT}</p>`) }],
      'wrong key, search': { name: 'SearchUnauthorizedError', statusCode: 401 },
      'wrong key, contents': { name: 'ContentsUnauthorizedError', statusCode: 401 },
      'bad field': { name: 'YouDefaultError', statusCode: 422 },
    })
  })
})
