import { expect, it, onTestFinished } from 'vitest'
import type { ChildProcess } from '../supervise.ts'
import { isRunning } from '../testing/processes/is-running.ts'
import { spawnEngine } from './spawn-engine.ts'

/** A process that runs this script in place of the engine. */
function spawnScript(script: string, more: { readyMs?: number; stopMs?: number } = {}) {
  const engine = spawnEngine({
    command: [process.execPath, '-e', script],
    environment: {},
    ...more,
  })
  onTestFinished(() => engine.stop())
  return engine
}

const LIVE = 'setInterval(() => {}, 60_000);'
const BE_READY = `process.send({ url: 'http://127.0.0.1:1' });`

const pidOf = ({ pid = 0 }: ChildProcess) => pid

it('waits until it accepts calls', async () => {
  const engine = spawnScript(`${LIVE} process.send('hello'); process.send(null); ${BE_READY}`)
  expect(await engine.ready).toBe('http://127.0.0.1:1')
  expect(await isRunning(pidOf(engine))).toBe(true)
  await engine.stop()
  expect(await engine.ended).toBe('SIGTERM')
  expect(await isRunning(pidOf(engine))).toBe(false)
})

it.each([
  ['ends at once', 'process.exit(3)', 'The engine ended before it accepted calls (exit code 3).'],
  [
    'is killed',
    `process.kill(process.pid, 'SIGKILL'); ${LIVE}`,
    'The engine ended before it accepted calls (SIGKILL).',
  ],
])('reports that it %s', async (_how, script, message) => {
  await expect(spawnScript(script).ready).rejects.toThrow(message)
})

it('reports a command that does not exist', async () => {
  const engine = spawnEngine({ command: ['/no/such/program'], environment: {} })
  await expect(engine.ready).rejects.toThrow('ENOENT')
  await engine.stop()
})

it('does not wait forever', async () => {
  const engine = spawnScript(LIVE, { readyMs: 1 })
  await expect(engine.ready).rejects.toThrow('The engine accepted no calls within 0.001 s.')
})

it('kills a process that does not end by itself', async () => {
  const engine = spawnScript(`process.on('SIGTERM', () => {}); ${LIVE} ${BE_READY}`, { stopMs: 1 })
  await engine.ready
  await engine.stop()
  expect(await engine.ended).toBe('SIGKILL')
})
