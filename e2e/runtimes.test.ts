import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { priceOf } from '@footnote/contract/prices'
import { toUsd } from '@footnote/contract/units'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { ensurePackages } from '../packaging/testing/ensure-packages.ts'
import { completedReply } from '../server/src/testing/scenes/play-tasks.ts'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'
import { answerWell, goodAnswer, goodResearch } from '../server/src/testing/stubs/stub-upstream.ts'
import { findProgram } from './foreign/find-program.ts'
import { askWorker } from './scene/ask-worker.ts'
import { runNpm } from './scene/run-npm.ts'

const node20 = findProgram('node20')
const DENO_ARGS = ['run', '--allow-net=127.0.0.1', '--allow-env', 'main.mjs']
const RUNTIMES = [
  { name: 'this Node', program: process.execPath, args: ['main.mjs'] },
  { name: 'Node 20', program: node20, args: ['main.mjs'] },
  { name: 'Node 20, by require', program: node20, args: ['main.cjs'] },
  { name: 'Bun', program: findProgram('bun'), args: ['main.mjs'] },
  { name: 'Deno', program: findProgram('deno'), args: DENO_ARGS },
]
const LATEST_SDK = '/downloads/footnote-sdk-latest.tgz'
const LATEST_CLI = '/downloads/footnote-cli-latest.tgz'
/** Less than a test has, so that nothing goes on after one that hangs. */
const PATIENCE_MS = 50_000
const workerd = findProgram('workerd')

const EXPECTED = {
  answer: goodAnswer.answer,
  report: goodResearch.output.content,
  error: {
    isOfItsClass: true,
    code: 'QUERY_FAILED_REFUNDED',
    money: 'refunded',
    refundedUsd: toUsd(priceOf('research', 'lite').costUnits),
  },
}

let test: TestService
let folder: TemporaryFolder
let env: Record<string, string | undefined>

beforeAll(async () => {
  await ensurePackages()
  test = await startTestService()
  test.upstream.handler = request => {
    const { input, background } = (request.body ?? {}) as { input?: string; background?: boolean }
    if (input === 'Fail.') return { status: 500, body: {} }
    if (background) return { body: { task_id: randomUUID(), type: 'research', status: 'queued' } }
    if (request.method === 'GET' && !request.path.endsWith('/stream'))
      return completedReply(request)
    return answerWell(request)
  }
  folder = await makeTemporaryFolder()
  await cp(join(import.meta.dirname, 'foreign/program'), folder.path, { recursive: true })
  const { url } = test.service
  const args = ['install', url + LATEST_SDK, url + LATEST_CLI]
  await runNpm(folder.path, { args, serviceUrl: url })
  env = {
    PATH: process.env['PATH'],
    HOME: folder.path,
    FOOTNOTE_API_KEY: (await test.createPayer()).key,
    FOOTNOTE_BASE_URL: url,
  }
})
afterAll(async () => {
  await test?.close()
  await folder?.remove()
})

it.for(RUNTIMES)(
  '$name runs the packed SDK: an answer, a task, an error and its money',
  async ({ program, args }, { skip }) => {
    if (program === undefined) return skip()
    const { stdout } = await promisify(execFile)(program, args, {
      ...{ cwd: folder.path, env, timeout: PATIENCE_MS },
    })
    expect(JSON.parse(stdout)).toEqual(EXPECTED)
  },
)

it.skipIf(!workerd)(
  'a worker runs the packed SDK as well, which imports nothing there',
  async () => {
    const reply = await askWorker({
      workerd: workerd ?? '',
      folder: folder.path,
      env,
      patienceMs: PATIENCE_MS,
    })
    expect(JSON.parse(reply)).toEqual(EXPECTED)
  },
)

it('the command runs where npm installed it, and from its address alone', async () => {
  const command = join(folder.path, 'node_modules/.bin/footnote')
  const { stdout } = await promisify(execFile)(command, ['--version'], { env })
  expect(stdout).toBe(`${manifest.version}\n`)

  const { url } = test.service
  const args = ['exec', '--yes', '--', url + LATEST_CLI, '--version']
  expect(await runNpm(folder.path, { args, serviceUrl: url })).toBe(`${manifest.version}\n`)
})

it('documents a package address that contains its content hash', async () => {
  const { url } = test.service
  const text = await (await fetch(`${url}/docs/typescript.md`)).text()
  const [, path = ''] = /npm install http:\S*(\/downloads\/footnote-sdk-\S+)/.exec(text) ?? []
  expect(path).toMatch(/-[0-9a-f]{16}\.tgz$/)
  const reply = await fetch(url + path)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toContain('immutable')
})
