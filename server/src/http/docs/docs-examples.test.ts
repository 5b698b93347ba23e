import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import { ErrorResponse } from '@footnote/contract/responses'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { ensurePackages } from '../../../../packaging/testing/ensure-packages.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../../testing/scenes/embedded-scene.ts'
import { expectBody } from '../../testing/scenes/expect-contract.ts'
import { readExamples, readReplies, type ShownReply } from '../../testing/scenes/read-examples.ts'
import {
  canRun,
  missingPrograms,
  type Ran,
  runExamples,
} from '../../testing/scenes/run-examples.ts'
import { noPackages } from '../keep-packages.ts'
import { CHANGELOG, readDocsPages, readSitePages } from './docs-pages.ts'

/** Like `npm start` on a fresh machine: the real engine answers from the facts that come with it. */
let scene: EmbeddedScene
beforeAll(async () => {
  // The service reads its packages at the start.
  await ensurePackages()
  scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
})
afterAll(() => scene.close())

const SILENT = { code: 0, stdout: '', stderr: '' }
const missing = missingPrograms()
const textsFor = (baseUrl: string) => {
  const surroundings = { baseUrl, hasWebsite: true, sources: [], packages: noPackages }
  return [...readDocsPages(surroundings), ...readSitePages(surroundings)].filter(
    // Its calls name unknown tasks; `first-minute.test.ts` sends its requests.
    ({ path }) => path !== '/docs/reference',
  )
}
const guides = textsFor('http://example.com').filter(
  ({ path }) => path !== '/prices' && path !== CHANGELOG,
)

describe.each(guides)('$path', ({ path }) => {
  it('has examples that run unchanged and print what the page shows', async () => {
    onTestFailed(() => void process.stderr.write(scene.service.output()))
    const { key } = await scene.createPayer()
    const { markdown = '' } = textsFor(scene.service.url).find(page => page.path === path) ?? {}
    const examples = readExamples(markdown)
    expect(examples.length).toBeGreaterThan(0)
    const { ran, compiled } = await runExamples(
      examples.filter(example => canRun(example, missing)),
      { key, baseUrl: scene.service.url },
    )
    for (const one of ran) expectRan(one)
    expect(compiled ?? SILENT).toEqual(SILENT)
  })

  it('shows replies that match the contract', () => {
    const page = guides.find(guide => guide.path === path)
    for (const { body, ...kind } of readReplies(page?.markdown ?? '')) {
      expectBody(schemaOf({ body, ...kind }), body)
    }
  })
})

it('the status is available in Markdown, with the calls that were made', async () => {
  const reply = await fetch(`${scene.service.url}/status.md`)
  expect(reply.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await reply.text()).toMatch(/^# Status\n\nCalls are accepted\./)
})

it('the quick start has examples in every language', () => {
  const languages = readExamples(guides[0]?.markdown ?? '').map(({ language }) => language)
  expect([...new Set(languages)]).toEqual(['bash', 'ts', 'python'])
})

function expectRan({ example, code, stdout, stderr }: Ran): void {
  // A command prints prices and progress there; a program prints only errors.
  const complaint = example.language === 'bash' && code === 0 ? '' : stderr
  expect({ code, complaint }, example.code).toEqual({ code: 0, complaint: '' })
  expect(stdout.trim(), example.code).not.toBe('')
  // The output of a program may differ; curl prints the reply itself.
  if (example.language !== 'bash' || !example.shown) return
  const body = JSON.parse(stdout)
  expectBody(schemaOf(example.shown), body)
  if (example.shown.status >= 400) expect(body.code).toBe(codeOf(example.shown))
}

function schemaOf({ operation, status }: ShownReply): object {
  if (status >= 400) return ErrorResponse
  const { responses }: Operation = operations[operation as OperationName]
  const schema = responses[status]?.schema
  if (!schema) throw new Error(`${operation} gives no ${status}`)
  return schema
}

function codeOf({ body }: ShownReply): unknown {
  return (body as { code?: unknown }).code
}
