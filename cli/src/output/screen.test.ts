import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import { completedReply, playTasks } from '../../../server/src/testing/scenes/play-tasks.ts'
import { captured, readLedger, refunded } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import type { StubReply } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { credentialsPath } from '../credentials/credentials.ts'
import { isTmuxInstalled, openScreen } from '../testing/open-screen.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

describe.runIf(isTmuxInstalled())('in a real terminal', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService()
  })
  afterAll(() => test.close())

  async function openPayersScreen() {
    const { accountId, key } = await test.createPayer()
    const screen = await openScreen({
      FOOTNOTE_API_KEY: key,
      FOOTNOTE_BASE_URL: test.service.url,
    })
    onTestFinished(screen.close)
    return { ...screen, ledger: () => readLedger(test.database, accountId) }
  }

  it('research shows its progress, and then only the report with its sources', async () => {
    const tasks = playTasks(test.upstream)
    const { handler } = test.upstream
    test.upstream.handler = async request => {
      const reply = await handler(request)
      for (const task of tasks.values()) task.stream = () => ({ write: tellStage })
      return reply
    }
    const streams: ServerResponse[] = []
    const tellStage = (stream: ServerResponse) => {
      streams.push(stream)
      stream.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write('event: searching\ndata: {"queries":3}\n\n')
    }
    const screen = await openPayersScreen()
    await screen.type('footnote research What is it?; echo "ended with $?"')
    await screen.shows(/Research, standard: \$0\.15\n.*Searching: 3 queries \d:\d\d/)
    for (const task of tasks.values()) task.look = completedReply
    for (const stream of streams) stream.end()
    const shown = await screen.shows('ended with 0')
    expect(shown).toMatch(/A report ?\[1\]\.\n\nSources\n\n\[1\] A\n +https:\/\/example\.com\/a\n/)
    expect(shown).toMatch(/\nCost: \$0\.15\. Balance: \$9\.85\. Request: /)
    expect(shown).not.toMatch(/Searching|Waiting/)
  })

  it('Ctrl-C during a task prints the command that gets the report, which is charged once', async () => {
    const tasks = playTasks(test.upstream)
    const screen = await openPayersScreen()
    await screen.type('footnote research What is it?; echo "ended with $?"')
    await screen.shows('Waiting in the queue')
    await screen.press('C-c')
    await screen.shows('[y/N]')
    await screen.type('')
    const stopped = await screen.shows('ended with 130')
    const [command] = /footnote task \S+/.exec(stopped) ?? []
    expect(command).toMatch(UUID)
    expect(stopped).not.toMatch(/ at |Waiting in the queue/)
    for (const task of tasks.values()) task.look = completedReply
    await screen.type(`${command}; echo "came back with $?"`)
    expect(await screen.shows('came back with 0')).toContain('A report')
    expect(await screen.ledger()).toMatchObject({ charges: [captured] })
  })

  it('Ctrl-C before a reply says that the call keeps running and where to see its outcome', async () => {
    const screen = await openPayersScreen()
    const held = holdCalls(test.upstream)
    await screen.type('footnote answer What is it?; echo "ended with $?"')
    await held.arrived
    await screen.press('C-c')
    await screen.shows('[y/N]')
    await screen.press('C-c')
    expect(await screen.shows('ended with 130')).toMatch(/footnote call [0-9a-f-]{36}/)
    held.release()
    await expect.poll(screen.ledger).toMatchObject({ charges: [captured] })
  })

  it('Ctrl-C stops a call for a refund if asked to', async () => {
    const screen = await openPayersScreen()
    const arrived = Promise.withResolvers<void>()
    const end = Promise.withResolvers<StubReply>()
    test.upstream.handler = async ({ method }) => {
      if (method === 'DELETE') {
        end.resolve({ status: 409, body: { detail: 'x', reason: 'cancelled' } })
        return { body: { status: 'cancelled' } }
      }
      arrived.resolve()
      return end.promise
    }
    await screen.type('footnote answer What is it?; echo "ended with $?"')
    await arrived.promise
    await screen.press('C-c')
    await screen.shows('[y/N]')
    await screen.type('y')
    expect(await screen.shows('ended with 130')).toContain('Stopped and refunded.')
    expect(await screen.ledger()).toMatchObject({ charges: [refunded] })
  })

  it('SIGTERM during submission says that the task may have been charged and where to find its id', async () => {
    const screen = await openPayersScreen()
    const held = holdCalls(test.upstream)
    await screen.type('footnote research What is it? &')
    await held.arrived
    await screen.type('kill -TERM %1; wait %1; echo "ended with $?"')
    // The shell around it may be gone before.
    await screen.shows('ended with 143')
    await screen.shows(
      /may have been charged. To get its report, run:\s+footnote task [0-9a-f-]{36}/,
    )
    held.release()
  })

  it('login hides the key, stores it and restores the terminal', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const env = { XDG_CONFIG_HOME: folder.path }
    const { key } = await test.createPayer('3')
    const screen = await openScreen(env)
    onTestFinished(screen.close)
    await screen.type('footnote login --key; echo "ended with $?"')
    await screen.shows('Service address [http://127.0.0.1:8787]:')
    await screen.type(`${test.service.url}/`)
    await screen.shows('API key')
    await screen.type(key)
    const shown = await screen.shows('ended with 0')
    expect(shown).toContain(`Logged in to ${test.service.url}. Balance: $3.00`)
    expect(shown).not.toContain(key.slice(0, 8))
    expect(JSON.parse(await readFile(credentialsPath(env), 'utf8'))).toEqual({
      ...{ address: test.service.url, key },
    })
    await screen.type('footnote login --key; echo "gave up with $?"')
    await screen.shows(`Service address [${test.service.url}]:`)
    await screen.press('C-c')
    await screen.shows('gave up with 130')
    await screen.type('stty -a | grep -ow "echo"')
    await screen.shows(/^echo$/m)
  })

  it('login prompts again after Ctrl-Z and fg, and still hides the key', async () => {
    const screen = await openPayersScreen()
    await screen.type('footnote login --key')
    await screen.shows('Service address')
    await screen.type('')
    await screen.shows('API key')
    await screen.press('C-z')
    await screen.shows('Stopped')
    await screen.type('clear; fg')
    await screen.shows('API key')
    await screen.type('not a key')
    const shown = await screen.shows('that is not an API key')
    expect(shown).not.toContain('not a key')
  })
})
