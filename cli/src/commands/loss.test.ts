import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import { completedReply, playTasks } from '../../../server/src/testing/scenes/play-tasks.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { answerWell, goodAnswer } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { MAIN, SURROUNDINGS } from '../testing/run-cli.ts'

const ID = /footnote task [0-9a-f-]{36}/

let test: TestService
let env: Record<string, string>
beforeAll(async () => {
  test = await startTestService()
  const { key } = await test.createPayer()
  env = { ...SURROUNDINGS, FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: test.service.url }
})
afterAll(() => test.close())
beforeEach(() => {
  test.upstream.handler = answerWell
})

function start(command: string, ...args: string[]) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended: ended.then(([stdout, stderr, [code]]) => ({ stdout, stderr, code })),
  }
}

/** A line of the shell in which `footnote` is the program. */
function shell(line: string) {
  const script = `footnote() { '${process.execPath}' '${MAIN}' "$@"; }; ${line}`
  return start('bash', '--norc', '-c', script).ended
}

describe('if the result cannot be written', () => {
  it('prints a paid answer to stderr, as text or JSON', async () => {
    const [plain, json] = await Promise.all([
      shell('footnote answer x --quiet > /dev/full'),
      shell('footnote answer x --json > /dev/full'),
    ])
    expect(plain).toMatchObject({ code: 14 })
    expect(plain.stderr).toMatch(/^footnote: could not write the result: ENOSPC.*\n.*was charged/)
    expect(plain.stderr).toContain(goodAnswer.answer)
    expect(json).toMatchObject({ code: 14 })
    expect(JSON.parse(json.stderr)).toMatchObject({ code: 'NOT_WRITTEN', result: goodAnswer })
  })

  it('prints how to get the report again', async () => {
    const tasks = playTasks(test.upstream)
    const { code, stderr } = await shell('footnote research x --no-wait --quiet > /dev/full')
    expect({ code, stderr }).toEqual({ code: 14, stderr: expect.stringMatching(ID) })
    for (const task of tasks.values()) task.look = completedReply
    const [command] = ID.exec(stderr) ?? []
    expect((await shell(`${command} --quiet`)).stdout).toContain('A report')
  })

  it('fails on a disk that fills up while writing', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const file = join(folder.path, 'answer.md')
    const answer = 'word '.repeat(10_000)
    test.upstream.handler = () => ({ body: { ...goodAnswer, answer } })
    const { code, stderr } = await shell(`ulimit -f 1; footnote answer x --quiet > '${file}'`)
    expect(code).toBe(14)
    expect((await readFile(file)).length).toBeLessThan(answer.length)
    expect(stderr).toContain(answer.trim())
  })
})

describe('a stopped command', () => {
  const footnote = (...args: string[]) => start(process.execPath, MAIN, ...args)

  it('outlives its terminal if its output is redirected', async () => {
    const held = holdCalls(test.upstream)
    const { kill, ended } = footnote('answer', 'x', '--quiet')
    await held.arrived
    kill('SIGHUP')
    held.release()
    expect(await ended).toEqual({ code: 0, stdout: expect.stringContaining('Sucre'), stderr: '' })
  })

  it('prints JSON with the id of the running task if --json is set', async () => {
    test.upstream.requests.length = 0
    playTasks(test.upstream)
    const { kill, ended } = footnote('research', 'x', '--json')
    await expect.poll(() => test.upstream.requests.map(({ method }) => method)).toContain('GET')
    kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 143, stdout: '' })
    const { task_id, ...told } = JSON.parse(stderr)
    expect(told).toEqual({
      code: 'ABORTED',
      message: expect.stringContaining(`footnote task ${task_id}`),
    })
  })
})
