import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { selfSigned } from '@footnote/platform/testing/self-signed'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askAgent } from '../examples/ai-sdk/ask-agent.ts'
import { callingModel } from '../sdk/src/ai-sdk/testing/calling-model.ts'
import { captured, readLedger } from '../server/src/testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
  startStubUpstream,
} from '../server/src/testing/stubs/stub-upstream.ts'

const SOURCES = fileURLToPath(new URL('../python/src', import.meta.url))

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

/** Runs lines of Python with a client at hand as `client`, and returns what they print as JSON. */
async function python(lines: readonly string[], { key, url }: { key: string; url: string }) {
  const script = ['import footnote, json', 'client = footnote.Footnote()', ...lines].join('\n')
  const env = {
    ...{ PATH: process.env['PATH'], PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' },
    ...{ FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: url },
  }
  const { stdout } = await promisify(execFile)('python3', ['-X', 'utf8', '-c', script], { env })
  return JSON.parse(stdout)
}

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: there is no python3, so its client did not run.\n',
  )
}

describe.skipIf(!hasPython)('the Python client', () => {
  it('pays for each tool once and returns what the service found', async () => {
    const { key, accountId } = await test.createPayer()
    const [answer, report, finance, task, usage] = await python(
      [
        'answer = client.answer(query="q")',
        'report = client.research(input="i", research_effort="lite")',
        'finance = client.finance_research(input="i")',
        'task = client.research(input="i", background=True)',
        'calls = [call["request_id"] for call in client.usage_calls()]',
        'print(json.dumps([answer, report, finance, task, calls]))',
      ],
      { key, url: test.service.url },
    )
    expect(answer).toMatchObject({ ...goodAnswer, billing: { cost_usd: 0.02 } })
    expect(report).toMatchObject({ ...goodResearch, billing: { cost_usd: 0.04 } })
    expect(finance).toMatchObject({ ...goodResearch, billing: { cost_usd: 0.35 } })
    expect(task).toMatchObject({ status: 'queued', billing: { cost_usd: 0.15 } })
    const paid = [answer, report, finance, task].map(({ billing }) => billing.request_id)
    expect(usage.toReversed()).toEqual(paid)
    expect((await readLedger(test.database, accountId)).charges).toHaveLength(4)
  })

  it('reports that nothing was charged when the TLS handshake fails', async () => {
    const untrusted = await startStubUpstream(undefined, { tls: selfSigned })
    const plain = await startStubUpstream()
    for (const url of [untrusted.url, plain.url.replace('http:', 'https:')]) {
      const lines = [
        'try: client.answer(query="q")',
        'except footnote.ConnectionError as error: print(json.dumps([error.stage, error.money]))',
      ]
      expect(await python(lines, { key: 'k', url })).toEqual(['tls', 'not_charged'])
    }
    expect([...untrusted.requests, ...plain.requests]).toEqual([])
    await untrusted.close()
    await plain.close()
  })
})

it('the agent of the AI SDK example answers with what a tool has found', async () => {
  const { key, accountId } = await test.createPayer()
  vi.stubEnv('FOOTNOTE_API_KEY', key)
  vi.stubEnv('FOOTNOTE_BASE_URL', test.service.url)
  const model = callingModel('answer', { query: 'What is the capital of Bolivia?' })
  expect(await askAgent(model, 'What is the capital of Bolivia?')).toBe('Done.')
  const [first, second] = model.doGenerateCalls
  expect(first?.tools).toHaveLength(4)
  expect(JSON.stringify(second?.prompt)).toContain('Sucre [[1]].')
  expect((await readLedger(test.database, accountId)).charges).toMatchObject([captured])
  vi.unstubAllEnvs()
})
