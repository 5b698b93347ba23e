import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { errors } from '@footnote/contract/errors'
import { refundCauses } from '@footnote/contract/refund-causes'
import { selfSigned } from '@footnote/platform/testing/self-signed'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askAgent } from '../examples/ai-sdk/ask-agent.ts'
import { callingModel } from '../sdk/src/ai-sdk/testing/calling-model.ts'
import {
  completedReply,
  cutConnection,
  playTasks,
  taskReply,
} from '../server/src/testing/scenes/play-tasks.ts'
import { captured, readLedger } from '../server/src/testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../server/src/testing/scenes/test-service.ts'
import { answerWell, startStubUpstream } from '../server/src/testing/stubs/stub-upstream.ts'

const FOLDER = fileURLToPath(new URL('../examples/python', import.meta.url))

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Access {
  readonly key?: string
  readonly url?: string
}

/** Python as it is on this machine, with nothing installed. */
function python(
  args: readonly string[],
  { key = '', url = test.service.url }: Access,
): Promise<Run> {
  const env = {
    PATH: process.env['PATH'],
    FOOTNOTE_API_KEY: key,
    FOOTNOTE_BASE_URL: url,
  }
  return new Promise(resolve => {
    execFile(
      'python3',
      ['-I', '-B', '-X', 'utf8', ...args],
      { cwd: FOLDER, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

const command = (args: readonly string[], access: Access) =>
  python([`${FOLDER}/footnote_example.py`, ...args], access)

/** Python with the module at hand as `f`, whose sleeps are written down instead of slept. */
const script = (lines: readonly string[], access: Access) =>
  python(
    [
      '-c',
      [
        'import sys, json',
        'sys.path.insert(0, ".")',
        'import footnote_example as f',
        'pauses = []',
        'f.time.sleep = pauses.append',
        'footnote = f.Footnote()',
        ...lines,
      ].join('\n'),
    ],
    access,
  )

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: there is no python3, so its example did not run.\n',
  )
}

describe.skipIf(!hasPython)('the Python example', () => {
  it.each([
    {
      args: ['--effort', 'lite'],
      start: 'A report [[1]].\n\nSources:\n[1] A: https',
      cost: '0.04',
    },
    { args: ['--tool', 'answer'], start: 'Sucre [[1]].\n\nSources:\n[1] https', cost: '0.02' },
    { args: ['--tool', 'finance_research'], start: 'A report [[1]].', cost: '0.35' },
  ])('prints what it found, with sources and cost: $args', async ({ args, start, cost }) => {
    const { key, accountId } = await test.createPayer()
    const { code, stdout } = await command(['What is the capital?', ...args], { key })
    expect(code).toBe(0)
    expect(stdout.startsWith(start)).toBe(true)
    expect(stdout).toContain(`Cost: ${cost} USD. Balance: `)
    expect((await readLedger(test.database, accountId)).charges).toMatchObject([captured])
  })

  it('polls a task every 5 to 15 seconds until it ends, also after a failed poll', async () => {
    const { key, accountId } = await test.createPayer()
    const remotes = playTasks(test.upstream)
    const { handler } = test.upstream
    test.upstream.handler = request => {
      for (const remote of remotes.values()) {
        if (remote.looks === 1) remote.look = () => ({ status: 500, body: 'broken' })
        if (remote.looks >= 2) remote.look = completedReply
      }
      return handler(request)
    }
    const { stdout, stderr } = await script(
      [
        'reply = footnote.research("Compare", research_effort="deep")',
        'print(json.dumps({"pauses": pauses, "content": reply["output"]["content"], "cost": reply["billing"]["cost_usd"]}))',
      ],
      { key },
    )
    expect(stderr).toBe('')
    const { pauses, content, cost } = JSON.parse(stdout)
    expect({ content, cost }).toEqual({ content: 'A report [[1]].', cost: 0.3 })
    expect(pauses).toHaveLength(2)
    for (const seconds of pauses) expect(seconds).toSatisfy((s: number) => s >= 5 && s <= 15)
    expect((await readLedger(test.database, accountId)).charges).toMatchObject([captured])
  })

  it('never sends a POST again whose reply was lost, and says that the outcome is unknown', async () => {
    const service = await startStubUpstream(() => cutConnection)
    for (const tool of ['answer', 'research', 'finance_research']) {
      service.requests.length = 0
      const { code, stderr } = await command(['q', '--tool', tool], { key: 'k', url: service.url })
      expect(code).toBe(1)
      expect(stderr).toMatch(/NO_REPLY: .*unknown.*\nMoney: unknown/)
      expect(service.requests.map(({ method }) => method)).toEqual(['POST'])
    }
    // Free requests may be repeated.
    service.requests.length = 0
    await script(['footnote.wallet()'], { key: 'k', url: service.url })
    expect(service.requests).toHaveLength(3)
    await service.close()
    const { stderr } = await command(['q'], { key: 'k', url: service.url })
    expect(stderr).toContain('Money: not_charged')
  })

  it('reports that nothing was charged when the TLS handshake fails', async () => {
    const untrusted = await startStubUpstream(undefined, { tls: selfSigned })
    const plain = await startStubUpstream()
    for (const url of [untrusted.url, plain.url.replace('http:', 'https:')]) {
      const { stderr } = await command(['q'], { key: 'k', url })
      expect(stderr).toMatch(
        /^NO_REPLY: Could not establish a secure connection.*certificate.*\nMoney: not_charged/,
      )
    }
    expect([...untrusted.requests, ...plain.requests]).toEqual([])
    await untrusted.close()
    await plain.close()
  })

  it('knows of every error what it did to the wallet', async () => {
    const { stdout } = await script(['print(json.dumps(f.MONEY))'], {})
    const money = Object.entries(errors).map(([code, entry]) => [code, entry.money])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(money))
  })

  it('tells errors with their code, what became of the money, and the request', async () => {
    const { key } = await test.createPayer()
    test.upstream.handler = () => ({ status: 500, body: { detail: 'broken' } })
    const failed = await command(['q', '--tool', 'answer'], { key })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(
      /^QUERY_FAILED_REFUNDED: .*\nMoney: refunded\. Request: [0-9a-f-]{36}\n$/,
    )
    const unanswered = taskReply({ status: 'failed', reason: 'no_source' })
    test.upstream.handler = request =>
      request.method === 'POST' ? answerWell(request) : unanswered(request)
    const task = await command(['q', '--effort', 'deep'], { key })
    expect(task.stderr).toContain(`QUERY_FAILED_REFUNDED: ${refundCauses.no_source.message}\n`)
    const wrong = await command(['q', '--effort', 'huge'], { key })
    expect(wrong.stderr).toMatch(
      /^INVALID_REQUEST: \/research_effort must be one of .*\nMoney: not_charged/,
    )
    const unknown = await command(['q'], {})
    expect(unknown.stderr).toMatch(/^INVALID_API_KEY: /)
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
