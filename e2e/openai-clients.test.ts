import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { models } from '@footnote/contract/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLedger } from '../server/src/testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'

const FOREIGN = join(import.meta.dirname, 'foreign')
const isInstalled = existsSync(join(FOREIGN, 'node_modules/openai'))
if (!isInstalled) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: openai is not installed. Run npm ci --prefix e2e/foreign.\n',
  )
}

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test?.close())

describe.skipIf(!isInstalled)('clients made for OpenAI', () => {
  it('get answers, streams, tasks, JSON and errors, and each call is paid once', async () => {
    const { key, accountId } = await test.createPayer('10')
    const program = join(FOREIGN, 'openai/ask.mjs')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, `${test.service.url}/v1`, key],
      { env: { PATH: process.env['PATH'] } },
    )
    const answer = 'Sucre [[1]].'
    const report = 'A report [[1]].'
    const url = 'https://example.com/a'
    expect(JSON.parse(stdout)).toEqual({
      'openai: models': models.map(({ id }) => id),
      'openai: chat': { text: answer, url },
      'openai: chat stream': answer,
      'openai: responses': { text: report, url },
      'openai: responses stream': report,
      'openai: json schema': { a: 1 },
      'openai: task': report,
      'openai: error': { name: 'NotFoundError', status: 404, code: 'NOT_FOUND' },
      'langchain: chat': answer,
      'langchain: stream': report,
      'langchain: json schema': { a: 1 },
      'vercel: text': { text: answer, url },
      'vercel: chat': report,
      'vercel: stream': answer,
      'vercel: json schema': { a: 1 },
    })
    const { charges } = await readLedger(test.database, accountId)
    expect(charges).toHaveLength(13)
    expect(charges.every(({ state }) => state === 'captured')).toBe(true)
  })
})
