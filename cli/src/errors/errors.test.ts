import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { limits } from '@footnote/contract/limits'
import { selfSigned } from '@footnote/platform/testing/self-signed'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { startStubUpstream } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { MAIN, runCli, SURROUNDINGS } from '../testing/run-cli.ts'

const execute = promisify(execFile)

let test: TestService
let env: Record<string, string>
beforeAll(async () => {
  test = await startTestService()
  const { key } = await test.createPayer('0.01')
  env = { FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: test.service.url }
})
afterAll(() => test.close())

const run = (args: readonly string[], input?: string) =>
  runCli(args, { env, ...(input !== undefined && { input }) })
const someId = '01a1e0db-addb-7f4c-b519-00f25a4c2e3a'

/** An API that answers everything with this. */
async function answerWith(status: number, body: unknown) {
  const stub = await startStubUpstream(() => ({ status, body }))
  onTestFinished(stub.close)
  return { FOOTNOTE_API_KEY: 'fn_x', FOOTNOTE_BASE_URL: stub.url }
}

describe('an error of the service', () => {
  it('names the option of each problem, one per line', async () => {
    const options = ['--include-domain', 'a b', '--exclude-domain', 'c.com', '--freshness', 'x']
    const [answer, research] = await Promise.all([
      run(['answer', 'x', '--quiet', ...options]),
      run(['research', 'x', '--quiet', '--effort', 'lite', '--schema', '-', ...options], '{}'),
    ])
    for (const { code, stderr } of [answer, research]) {
      expect({ code, stderr }).toMatchObject({ code: 2 })
      expect(stderr).toMatch(/^ {2}--include-domain number 1 must be a host name/m)
      expect(stderr).toMatch(/^ {2}--freshness must be day, week/m)
      expect(stderr).toMatch(/^ {2}--include-domain cannot be combined with --exclude-domain$/m)
      expect(stderr).toMatch(/^Nothing was charged\. Request: /m)
    }
    expect(research.stderr).toMatch(/^ {2}--schema is not supported with --effort lite$/m)
  })

  it('states a single problem once, by its option', async () => {
    const { code, stderr } = await run(['answer', 'x', '--quiet', '--freshness', 'x'])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^footnote: --freshness must be day, week.*\.\nNothing was charged\. Request: \S+\n$/,
    )
  })

  it('shows price, balance and where to recharge if the balance is too low', async () => {
    const { code, stderr } = await run(['answer', 'x', '--quiet'])
    expect(code).toBe(4)
    expect(stderr).toContain('The call costs $0.02 and your balance is $0.01.')
    expect(stderr).toContain(`Recharge at ${test.service.url}/wallet`)
  })

  it('shows the refund and the balance', async () => {
    const { key } = await test.createPayer('10')
    test.upstream.handler = () => ({ status: 500, body: {} })
    const paid = { ...env, FOOTNOTE_API_KEY: key }
    const { code, stderr } = await runCli(['answer', 'x', '--quiet'], { env: paid })
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining('Refunded: $0.02. Balance: $10.00. Request: '),
    })
  })

  it('shows the full address of documentation pages', async () => {
    const { key } = await test.createPayer('10')
    test.upstream.handler = () => ({ status: 422, body: { reason: 'no_source' } })
    const paid = { ...env, FOOTNOTE_API_KEY: key }
    const { stderr } = await runCli(['answer', 'x', '--quiet'], { env: paid })
    expect(stderr).toContain(`${test.service.url}/docs/sources lists its sources.`)
  })

  it('does not mention money for a free call, and says how to log in', async () => {
    const wrong = { ...env, FOOTNOTE_API_KEY: 'fn_wrong' }
    const { code, stderr } = await runCli(['balance'], { env: wrong })
    expect({ code, stderr }).toMatchObject({ code: 3 })
    expect(stderr).toContain('footnote login')
    expect(stderr).not.toContain('charged')
  })

  it('reports an unknown task', async () => {
    expect(await run(['task', someId, '--quiet'])).toMatchObject({ code: 5, stdout: '' })
  })
})

describe('a connection error', () => {
  it('names the address that was tried and how to start a service', async () => {
    const nowhere = { ...env, FOOTNOTE_BASE_URL: 'http://127.0.0.1:1' }
    const { code, stderr } = await runCli(['answer', 'x', '--quiet'], { env: nowhere })
    expect(code).toBe(12)
    expect(stderr).toMatch(
      /^footnote: Could not connect to http:\/\/127\.0\.0\.1:1 .*\n.*npm start\n/,
    )
    expect(stderr).toContain('Nothing was charged.')
  })

  it('names the certificate setting and says that nothing was charged', async () => {
    const stub = await startStubUpstream(undefined, { tls: selfSigned })
    onTestFinished(stub.close)
    const untrusted = { ...env, FOOTNOTE_BASE_URL: stub.url }
    const { code, stderr } = await runCli(['answer', 'x', '--quiet'], { env: untrusted })
    expect(code).toBe(12)
    expect(stderr).toMatch(
      /^footnote: Could not establish a secure connection to .*CERT.*\n.*NODE_EXTRA_CA_CERTS/,
    )
    expect(stderr).toMatch(/^Nothing was charged\.$/m)
    expect(stderr).not.toContain('npm start')
  })

  it('says that a reply is not from Footnote and that the call may have been charged', async () => {
    const page = await answerWith(200, '<html>')
    const { code, stderr } = await runCli(['answer', 'x', '--quiet'], { env: page })
    expect(code).toBe(13)
    expect(stderr).toContain('You may have been charged. Before you try again, run: footnote usage')
  })

  it('prints no escape sequence from a service', async () => {
    const body = { code: 'NOT_FOUND', message: '\u001b[2Jgone\u0007\u009b', request_id: someId }
    const hostile = await answerWith(404, body)
    const { stderr } = await runCli(['balance'], { env: hostile })
    expect(stderr).toContain('gone')
    expect(stderr).not.toMatch(/[^\P{C}\n]/u)
  })
})

describe('a usage error', () => {
  it.concurrent.each([
    { args: ['research', 'x', '--effort', 'huge'], says: 'Allowed choices are lite' },
    { args: ['answer', '--wat'], says: "unknown option '--wat'" },
    { args: ['answr', 'x'], says: "unknown command 'answr'" },
    { args: ['task', '../wallet'], says: 'that is not a task ID' },
    { args: ['research', '--schema', '-'], says: 'cannot both come from stdin' },
  ])('rejects $args: $says', async ({ args, says }) => {
    const { code, stdout, stderr } = await runCli(args, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^footnote: /)
    expect(stderr).toContain(says)
  })

  it('rejects a question above the limit, and an endless one before sending it', async () => {
    const [long, endless] = await Promise.all([
      run(['answer', '--quiet'], 'x'.repeat(limits.queryCharacters + 1)),
      run(['answer', '--quiet'], 'x'.repeat(5_000_000)),
    ])
    expect(long).toMatchObject({ code: 7, stdout: '' })
    expect(long.stderr).toMatch(/^footnote: The question must have at most \d+ characters\.\n\S/)
    expect(endless).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('nothing was charged'),
    })
  })

  it('says how to log in if there is no key, before sending anything', async () => {
    const { code, stdout, stderr } = await runCli(['balance', '--json'], { env: {} })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      code: 'NO_API_KEY',
      message: expect.stringContaining('footnote login'),
    })
  })
})

it('ends without an error when its reader closes the pipe', async () => {
  const command = `"${process.execPath}" "${MAIN}" --help | true; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await execute('bash', ['--norc', '-c', command], { env: SURROUNDINGS })
  expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' })
})
