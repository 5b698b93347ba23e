import { createLog } from '@footnote/platform/log'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type ChildProcess, supervise } from './supervise.ts'

interface PlayedProcess extends ChildProcess {
  readonly url: string | undefined
  readonly isReady: (url: string) => void
  readonly fail: () => void
  readonly end: () => void
}

/** Processes that behave as the test says, in the order of their start. */
function supervisePlayed() {
  const processes: PlayedProcess[] = []
  const engine = supervise(
    url => {
      const ready = Promise.withResolvers<string>()
      const ended = Promise.withResolvers<string>()
      const end = () => {
        ready.reject(new Error('ended'))
        ended.resolve('SIGKILL')
      }
      processes.push({
        pid: undefined,
        url,
        ready: ready.promise,
        isReady: ready.resolve,
        fail: () => ready.reject(new Error('too slow')),
        ended: ended.promise,
        end,
        async stop() {
          end()
        },
      })
      return processes.at(-1) as PlayedProcess
    },
    { name: 'it', log: createLog('silent') },
  )
  onTestFinished(() => engine.stop())
  const started = (count: number) =>
    waitFor(`start ${count}`, () => processes.length === count && processes[count - 1])
  return { engine, processes, started }
}

it('restarts it at the same address when it ends, until that succeeds', async () => {
  const { engine, started } = supervisePlayed()
  const first = await started(1)
  expect(first.url).toBeUndefined()
  first.isReady('http://127.0.0.1:4321')
  expect(await engine.ready).toBe('http://127.0.0.1:4321')
  first.end()
  const second = await started(2)
  expect(second.url).toBe('http://127.0.0.1:4321')
  // Neither an early end nor a slow start is final.
  second.end()
  const third = await started(3)
  third.fail()
  const fourth = await started(4)
  expect(await third.ended).toBe('SIGKILL')
  expect(fourth.url).toBe('http://127.0.0.1:4321')
})

it('gives up if the very first start fails', async () => {
  const { engine, processes, started } = supervisePlayed()
  const first = await started(1)
  first.fail()
  await expect(engine.ready).rejects.toThrow('too slow')
  expect(await first.ended).toBe('SIGKILL')
  await engine.stop()
  expect(processes).toHaveLength(1)
})

it('stops during its start, while it runs, and before a restart', async () => {
  const starting = supervisePlayed()
  const failure = expect(starting.engine.ready).rejects.toThrow('ended')
  await starting.engine.stop()
  await failure

  const running = supervisePlayed()
  const first = await running.started(1)
  first.isReady('http://127.0.0.1:4321')
  await running.engine.ready
  await running.engine.stop()
  expect(running.processes).toHaveLength(1)

  const pausing = supervisePlayed()
  const second = await pausing.started(1)
  second.isReady('http://127.0.0.1:4321')
  await pausing.engine.ready
  second.end()
  await second.ended
  await pausing.engine.stop()
  expect(pausing.processes).toHaveLength(1)
})

it('says that it still waits if a start takes long', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const warnings: unknown[] = []
  const log = { ...createLog('silent'), warn: (...said: unknown[]) => void warnings.push(said) }
  const never = new Promise<string>(() => {})
  supervise(() => ({ pid: 7, ready: never, ended: never, stop: async () => {} }), {
    name: 'it',
    log,
  })
  vi.advanceTimersByTime(9_999)
  expect(warnings).toEqual([])
  vi.advanceTimersByTime(1)
  expect(warnings).toEqual([[{ pid: 7 }, 'still waiting for it to accept work']])
})
