import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { operationEntries } from '@footnote/contract/operations'
import { refundCauses } from '@footnote/contract/refund-causes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../../cli/src/testing/run-cli.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { post } from '../testing/scenes/test-service.ts'

const execute = promisify(execFile)

/** A fresh machine without settings or data. */
let scene: EmbeddedScene
beforeAll(async () => {
  const settings = { FOOTNOTE_UPSTREAM_URL: '', FOOTNOTE_WEBSITE: '' }
  scene = await openEmbeddedScene(settings, { hasLibrary: false })
})
afterAll(() => scene.close())

it('the commands printed at the first start get an answer with citations, each charged once', async () => {
  const output = scene.service.output()
  expect(output).toContain('npx footnote library add PATH|URL')
  const command = /Try it:\n\n(.*?)\n\n/s.exec(output)?.[1] ?? ''
  const { stdout } = await execute('sh', ['-c', command])
  const { answer, citations, billing } = JSON.parse(stdout)
  expect(answer).toMatch(/(La Paz|Sucre).*\[\[1\]\]/)
  expect(citations[0].source).toMatch(/^https:/)
  expect(citations[0].excerpts.join()).toMatch(/La Paz|Sucre/)
  expect(billing.balance_usd).toBe(9.98)
  const lines = /command line:\n\n +export (.*)\n +npx footnote answer "(.*)"\n/.exec(output)
  const [, settings = '', question = ''] = lines ?? []
  const env = Object.fromEntries(settings.split(' ').map(setting => setting.split('=')))
  const told = await runCli(['answer', question], { env })
  expect(told).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/(La Paz|Sucre).*\[\[1\]\]/),
  })
  expect(told.stderr).toContain('Balance: $9.96')
})

it('the command line gets cited replies from every tool', async () => {
  const { key } = await scene.createPayer()
  const env = { FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: scene.service.url }
  const replies = await Promise.all([
    runCli(['answer', 'What is the capital of Bolivia?'], { env }),
    runCli(['research', 'What is the population of Chile?'], { env }),
    runCli(['finance', 'What is the public debt of Chile?'], { env }),
  ])
  for (const { code, stdout, stderr } of replies) {
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/Cost: \$.* Balance: /),
    })
    expect(stdout).toMatch(/\[\[1\b.*Sources.*https:\/\//s)
  }
})

const requests = operationEntries().flatMap(([name, { path, isPaid, request }]) =>
  Object.entries((isPaid && request?.examples) ?? {}).map(([example, body]) => ({
    name,
    example,
    path,
    body,
  })),
)

it.each(requests)(
  'the reference’s example of $name, $example, succeeds',
  async ({ path, body }) => {
    const { key } = await scene.createPayer()
    const reply = await post(`${scene.service.url}${path}`, key, body)
    expect(reply).toMatchObject({ status: 200 })
    if (typeof body === 'object' && body && 'output_schema' in body) {
      expect(reply.body.output.content).toEqual({
        capital: 'Santiago',
        population: expect.any(Number),
      })
    }
  },
)

it('cites documents added to the library, without a restart', async () => {
  const folder = join(scene.dataDir, 'documents')
  await mkdir(folder)
  const file = join(folder, 'bridge.md')
  await writeFile(file, '# The Quillon bridge\n\nThe Quillon bridge was opened in 1931.\n')
  const { key } = await scene.createPayer()
  const ask = () =>
    post(`${scene.service.url}/api/v1/answer`, key, {
      query: 'When was the Quillon bridge opened?',
    })
  expect(await ask()).toMatchObject({
    status: 502,
    body: {
      message: refundCauses.no_source.message,
    },
  })
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
