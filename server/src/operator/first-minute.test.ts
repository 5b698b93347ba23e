import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/embedded-scene.ts'
import { runFootnote } from '../testing/run-footnote.ts'
import { post } from '../testing/test-service.ts'

const execute = promisify(execFile)

/** A fresh machine: nothing is configured, nothing was there before. */
let scene: EmbeddedScene
beforeAll(async () => {
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
})
afterAll(() => scene.close())

it('the command that the first start prints gets an answer with citations, and is charged once', async () => {
  const output = scene.service.output()
  expect(output).toContain('npx footnote library add PATH|URL')
  const command = /Try it:\n\n(.*?)\n\n/s.exec(output)?.[1] ?? ''
  const { stdout } = await execute('sh', ['-c', command])
  const { answer, citations, billing } = JSON.parse(stdout)
  expect(answer).toMatch(/(La Paz|Sucre).*\[\[1\]\]/)
  expect(citations[0].source).toMatch(/^https:/)
  expect(citations[0].excerpts.join()).toMatch(/La Paz|Sucre/)
  expect(billing.balance_usd).toBe(9.98)
})

it('what is added to the library is answered from and cited, without a restart', async () => {
  const folder = join(scene.dataDir, 'documents')
  await mkdir(folder)
  const file = join(folder, 'bridge.md')
  await writeFile(file, '# The Quillon bridge\n\nThe Quillon bridge was opened in 1931.\n')
  const { key } = await scene.createPayer()
  const ask = () =>
    post(`${scene.service.url}/api/v1/answer`, key, {
      query: 'When was the Quillon bridge opened?',
    })
  expect(await ask()).toMatchObject({ status: 502, body: { code: 'QUERY_FAILED_REFUNDED' } })
  const added = await runFootnote(['library', 'add', file, '--json'], { settings: scene.settings })
  expect(added).toMatchObject({ code: 0 })
  const { status, body } = await ask()
  expect({ status, answer: body.answer }).toMatchObject({
    status: 200,
    answer: expect.stringContaining('1931'),
  })
  expect(body.citations).toMatchObject([
    {
      source: expect.stringContaining('bridge.md'),
      excerpts: [expect.stringContaining('opened in 1931')],
    },
  ])
})
