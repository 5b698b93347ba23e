import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import { captured, readLedger } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { mcpProgram } from './testing/mcp-program.ts'

const QUESTION = 'The debt of Chile'
const hello = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}
const ready = { method: 'notifications/initialized' }
const ask = {
  id: 2,
  method: 'tools/call',
  params: { name: 'finance_research', arguments: { input: QUESTION } },
}

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(() => test.close())

it.each(['the end of its input', 'SIGTERM', 'SIGINT'] as const)(
  '%s ends it at once and cleanly, and its call keeps running at the service',
  async how => {
    const held = holdCalls(test.upstream)
    const { accountId, key } = await test.createPayer()
    const { command, args, env } = mcpProgram({
      FOOTNOTE_API_KEY: key,
      FOOTNOTE_BASE_URL: test.service.url,
    })
    const program = spawn(command, args, { env, stdio: 'pipe' })
    onTestFinished(() => void program.kill('SIGKILL'))
    const written = Promise.all([text(program.stdout), text(program.stderr)])
    for (const message of [hello, ready, ask]) {
      program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    }
    await held.arrived
    const ended = once(program, 'close')
    if (how === 'the end of its input') program.stdin.end()
    else program.kill(how)
    expect(await ended).toEqual([0, null])

    const [stdout, stderr] = await written
    const messages = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(messages).toMatchObject([{ jsonrpc: '2.0', id: 1 }])
    expect(stderr).toBe('')
    held.release()
    const ledger = () => readLedger(test.database, accountId)
    await expect.poll(async () => (await ledger()).charges).toMatchObject([captured])
  },
)
