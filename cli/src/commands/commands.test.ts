import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refundCauses } from '@footnote/contract/refund-causes'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  completedReply,
  playTasks,
  taskReply,
} from '../../../server/src/testing/scenes/play-tasks.ts'
import { captured, readLedger, refunded } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import {
  answerWell,
  goodAnswer,
  goodResearch,
} from '../../../server/src/testing/stubs/stub-upstream.ts'
import { runCli } from '../testing/run-cli.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

let test: TestService
let env: Record<string, string>
let accountId: string
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test.close())
beforeEach(async () => {
  test.upstream.handler = answerWell
  test.upstream.requests.length = 0
  const payer = await test.createPayer()
  accountId = payer.accountId
  env = { FOOTNOTE_API_KEY: payer.key, FOOTNOTE_BASE_URL: test.service.url }
})

const run = (args: readonly string[], input?: string) =>
  runCli(args, { env, ...(input !== undefined && { input }) })
/** Bodies sent to the upstream. Polls for the tasks of earlier tests have none. */
const sent = () => test.upstream.requests.flatMap(({ body }) => (body === undefined ? [] : [body]))

describe('answer', () => {
  it('prints the answer with its sources, price and cost, and is charged once', async () => {
    const { code, stdout, stderr } = await run(['answer', 'What', 'is the', 'capital?'])
    expect({ code, query: sent() }).toMatchObject({
      code: 0,
      query: [{ query: 'What is the capital?' }],
    })
    expect(stdout).toMatch(/Sucre.*\n.*1.*A.*https:\/\/example\.com\/a/s)
    expect(stderr).toMatch(/^Answer: \$0\.02\n/)
    expect(stderr).toMatch(
      new RegExp(`Cost: \\$0\\.02\\. Balance: \\$9\\.98\\. Request: ${UUID}\\n$`),
    )
    expect(await readLedger(test.database, accountId)).toMatchObject({ charges: [captured] })
  })

  it('--json prints the JSON of the API and nothing else', async () => {
    const { code, stdout, stderr } = await run(['answer', '--json', 'x'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ ...goodAnswer, billing: { cost_usd: 0.02 } })
  })

  it('logs requests to stderr if FOOTNOTE_LOG asks for it', async () => {
    env['FOOTNOTE_LOG'] = 'info'
    const { stdout, stderr } = await run(['answer', 'x'])
    expect(stderr).toMatch(/\nfootnote: POST \/api\/v1\/answer: 200 after \d+ ms\n/)
    expect(stdout).not.toContain('footnote:')
  })

  it('--quiet leaves stderr empty', async () => {
    env['FOOTNOTE_LOG'] = 'debug'
    expect(await run(['answer', '--quiet', 'x'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('reads the question from a pipe, with or without -', async () => {
    await Promise.all([run(['answer'], '  What is piped?\n'), run(['answer', '-'], 'And dashed?')])
    expect(sent()).toContainEqual(expect.objectContaining({ query: 'What is piped?' }))
    expect(sent()).toContainEqual(expect.objectContaining({ query: 'And dashed?' }))
  })

  it('sends every option', async () => {
    const { code } = await run([
      ...['answer', 'x', '--exclude-domain', 'a.com', '--exclude-domain', 'b.com'],
      ...['--boost-domain', 'c.com', '--freshness', 'week', '--country', 'cl'],
      ...['--language', 'es', '--safesearch', 'strict'],
    ])
    expect(code).toBe(0)
    expect(JSON.stringify(sent())).toMatch(/a\.com.*b\.com/)
    for (const value of ['c.com', 'week', 'CL', 'ES', 'strict']) {
      expect(JSON.stringify(sent())).toContain(value)
    }
  })

  it('prints no escape sequence from an answer, as text or as JSON', async () => {
    const evil = '\u001b]0;owned\u0007\u009b31mred\u202e\u001b[2J'
    test.upstream.handler = () => ({
      body: {
        answer: `${evil}Sucre [[1]]`,
        citations: [{ source: 'https://example.com/a', excerpts: [evil] }],
        results: { web: [{ url: 'https://example.com/a', title: `A${evil}`, snippets: [evil] }] },
      },
    })
    const [text, json] = await Promise.all([run(['answer', 'x']), run(['answer', 'x', '--json'])])
    for (const { stdout, stderr } of [text, json]) {
      expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u)
    }
    expect(text.stdout).toContain('Sucre')
    expect(JSON.parse(json.stdout).answer).toBe(`${evil}Sucre [[1]]`)
  })
})

describe('finance-research', () => {
  it('prints the report and charges by effort', async () => {
    const { code, stdout, stderr } = await run(['finance-research', 'x', '--effort', 'exhaustive'])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('A report') })
    expect(stderr).toContain('Financial research, exhaustive: $1.50\n')
    expect(stderr).toContain('Cost: $1.50. Balance: $8.50.')
  })
})

describe('research', () => {
  /** Makes the upstream complete every task by the first poll. */
  const completeTasks = () => {
    const tasks = playTasks(test.upstream)
    const { handler } = test.upstream
    test.upstream.handler = async request => {
      const reply = await handler(request)
      for (const task of tasks.values()) task.look = completedReply
      return reply
    }
  }

  it('runs in background at every effort and prints the report', async () => {
    completeTasks()
    const { code, stdout, stderr } = await run(['research', 'x', '--effort', 'lite'])
    expect({ code, sent: sent()[0] }).toMatchObject({ code: 0, sent: { background: true } })
    expect(stdout).toMatch(/A report.*https:\/\/example\.com\/a/s)
    expect(stderr).toMatch(new RegExp(`^Research, lite: \\$0\\.04\\n(?:.*\\n)*.*task ${UUID}\\n`))
    expect(stderr).toContain('Cost: $0.04. Balance: $9.96.')
  })

  it('--json prints the task with its billing', async () => {
    completeTasks()
    const { code, stdout, stderr } = await run(['research', '--json', 'x'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { task_id, ...task } = JSON.parse(stdout)
    expect(task).toMatchObject({
      status: 'completed',
      result: goodResearch,
      billing: { request_id: task_id },
    })
  })

  it('--no-wait prints only the id, with which task gets state and report, as text or JSON', async () => {
    completeTasks()
    const { code, stdout } = await run(['research', '--no-wait', 'x', '--country', 'cl'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(`^${UUID}\n$`) })
    expect(sent()[0]).toMatchObject({ source_control: { country: 'CL' } })
    const id = stdout.trim()
    expect(await run(['task', id, '--no-wait', '--quiet'])).toEqual({
      ...{ code: 0, stdout: 'completed\n', stderr: '' },
    })
    const [text, json] = await Promise.all([
      run(['task', id, '--quiet']),
      run(['task', id, '--json']),
    ])
    expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining('A report'), stderr: '' })
    expect(JSON.parse(json.stdout)).toMatchObject({ task_id: id, result: goodResearch })
    expect(await readLedger(test.database, accountId)).toMatchObject({ charges: [captured] })
  })

  it('reports why a task failed, with and without waiting', async () => {
    const tasks = playTasks(test.upstream)
    const { stdout } = await run(['research', '--no-wait', 'x'])
    for (const task of tasks.values()) {
      task.look = taskReply({ status: 'failed', reason: 'no_source' })
    }
    const id = stdout.trim()
    const [waited, looked, json] = await Promise.all([
      run(['task', id]),
      run(['task', id, '--no-wait']),
      run(['task', id, '--no-wait', '--json']),
    ])
    const { message } = refundCauses.no_source
    const whole = message.replace('/docs', `${test.service.url}/docs`)
    expect(waited).toMatchObject({ code: 8, stdout: '', stderr: expect.stringContaining(whole) })
    expect(looked).toEqual({ code: 0, stdout: 'failed\n', stderr: `${message}\n` })
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'failed', message })
  })

  it('--schema reads the schema from a file or a pipe', async () => {
    completeTasks()
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const file = join(folder.path, 'a schema.json')
    await writeFile(file, JSON.stringify(schema))
    await Promise.all([
      run(['research', '--no-wait', 'x', '--schema', file]),
      run(['research', '--no-wait', 'x', '--schema', '-'], JSON.stringify(schema)),
    ])
    expect(sent()).toMatchObject([{ output_schema: schema }, { output_schema: schema }])
  })

  it('--evidence quotes the passages of the sources, and needs the report', async () => {
    const tasks = playTasks(test.upstream)
    const { stdout } = await run(['research', '--no-wait', 'x'])
    const id = stdout.trim()
    const { content, sources } = goodResearch.output
    const snippets = ['A passage that the report is based on.']
    const output = { content, sources: sources.map(source => ({ ...source, snippets })) }
    for (const task of tasks.values()) {
      task.look = taskReply({ status: 'completed', result: { output } })
    }
    const [quoted, plain, state] = await Promise.all([
      run(['task', id, '--evidence']),
      run(['task', id]),
      run(['task', id, '--evidence', '--no-wait', '--json']),
    ])
    expect(quoted.stdout).toContain('A passage that the report is based on.')
    expect(plain.stdout).not.toContain('A passage')
    expect(JSON.parse(state.stdout).result.output.evidence).toHaveLength(1)
    const refused = await run(['research', '--no-wait', '--evidence', 'x'])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--evidence') })
    expect(await readLedger(test.database, accountId)).toMatchObject({ charges: [captured] })
  })

  it('reports the refund of a failed task', async () => {
    const tasks = playTasks(test.upstream)
    const { stdout } = await run(['research', '--no-wait', 'x'])
    for (const task of tasks.values()) {
      task.look = () => ({ body: { status: 'failed', error: 'x' } })
    }
    const { code, stderr } = await run(['task', stdout.trim()])
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('was refunded') })
  })
})

describe('cancel', () => {
  it('stops a task for a refund, and refuses anything that is not an ID', async () => {
    playTasks(test.upstream)
    const { handler } = test.upstream
    test.upstream.handler = request =>
      request.method === 'DELETE' ? { body: { status: 'cancelled' } } : handler(request)
    const { stdout } = await run(['research', '--no-wait', 'x'])
    expect(await run(['cancel', stdout.trim()])).toMatchObject({ code: 0, stdout: 'failed\n' })
    const { charges } = await readLedger(test.database, accountId)
    expect(charges).toMatchObject([{ ...refunded, cause: 'cancelled' }])
    expect(await run(['cancel', 'nonsense'])).toMatchObject({ code: 2 })
  })
})

describe('--output', () => {
  const open = async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    return folder.path
  }

  it('writes Markdown or JSON to a file, whole, and nothing to stdout', async () => {
    const folder = await open()
    const [report, json] = [join(folder, 'a report.md'), join(folder, 'answer.json')]
    const [text, data] = await Promise.all([
      run(['answer', 'x', '-o', report]),
      run(['answer', 'x', '--output', json]),
    ])
    expect(text).toMatchObject({ code: 0, stdout: '' })
    expect(text.stderr).toContain(`Written to ${report}\n`)
    expect(await readFile(report, 'utf8')).toMatch(/Sucre.*\n## Sources\n.*example\.com/s)
    expect(data).toMatchObject({ code: 0, stdout: '' })
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject(goodAnswer)
    expect((await readdir(folder)).sort()).toEqual(['a report.md', 'answer.json'])
  })

  it('refuses before the call is sent: a file that exists, a missing folder, a device', async () => {
    const folder = await open()
    const file = join(folder, 'kept.md')
    await writeFile(file, 'kept')
    const refused = await Promise.all(
      [[file], [join(folder, 'none', 'x.md')], ['/dev/null', '--force']].map(args =>
        run(['answer', 'x', '-o', ...args]),
      ),
    )
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(refused[0]?.stderr).toContain('exists; add --force to replace it')
    expect([await readFile(file, 'utf8'), sent()]).toEqual(['kept', []])
    expect(await run(['answer', 'x', '-o', file, '--force'])).toMatchObject({ code: 0 })
    expect(await readFile(file, 'utf8')).toContain('Sucre')
    expect(await readdir(folder)).toEqual(['kept.md'])
  })
})

describe('usage and balance', () => {
  it('show charges and balance exactly', async () => {
    expect(await run(['usage'])).toMatchObject({ code: 0, stdout: 'No calls yet.\n' })
    // `finance` is the older name and still works.
    await Promise.all([run(['answer', 'x']), run(['finance', 'x'])])
    const { stdout } = await run(['usage'])
    expect(stdout).toMatch(/^When +Tool +Effort +Cost +State +Key +Request\n/)
    expect(stdout).toMatch(
      new RegExp(
        `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +Financial research +deep +\\$0\\.35 +paid +test +${UUID}\n`,
      ),
    )
    expect(stdout).toMatch(/\n2 calls: \$0\.37 paid\n$/)
    const [usage, balance, wallet] = await Promise.all([
      run(['usage', '--json']),
      run(['balance']),
      run(['balance', '--json']),
    ])
    expect(JSON.parse(usage.stdout).calls).toHaveLength(2)
    expect(balance).toEqual({ code: 0, stdout: '$9.63\n', stderr: '' })
    expect(JSON.parse(wallet.stdout)).toEqual({ balance_usd: 9.63, balance_units: 96_300_000 })
  })
})
