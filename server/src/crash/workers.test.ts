import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, expect, it } from 'vitest'
import { isRunning } from '../testing/processes/is-running.ts'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { captured } from '../testing/scenes/read-ledger.ts'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'

const at = useCrashScene({ FOOTNOTE_WORKERS: '2', FOOTNOTE_METRICS_PORT: '0' })
let payer: CrashPayer
beforeEach(async () => {
  payer = await at.scene.createPayer()
})

/** Returns the process of a worker that was started last, from the log. */
function workerPid(index: number): number {
  const pattern = new RegExp(`"pid":(\\d+).*"worker ${index} is running"`, 'g')
  const pid = Number([...at.scene.service.output().matchAll(pattern)].at(-1)?.[1])
  if (!pid) throw new Error(`worker ${index} was not started`)
  return pid
}

async function readMetrics(): Promise<string> {
  const [url = ''] = /http:[^"]+\/metrics/.exec(at.scene.service.output()) ?? []
  return (await fetch(url)).text()
}

/** Asks over a connection of its own, since each new connection goes to the next worker. */
async function ask(path: string, method = 'GET') {
  const sent = request(`${at.scene.service.url}${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${payer.key}` },
  })
  sent.end()
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof json>>>()
  sent.on('error', reject).on('response', reply => json(reply).then(resolve, reject))
  return promise
}

it('refunds the calls of a worker that is killed, and no others, and restarts it', async () => {
  const held = holdCalls(at.scene.upstream)
  const calls = Array.from({ length: 6 }, () => payer.answer())
  await waitFor('all calls at the upstream', () => at.scene.upstream.requests.length === 6)
  const killed = workerPid(1)
  process.kill(killed, 'SIGKILL')
  await waitFor('another worker', () => workerPid(1) !== killed)
  held.release()
  const replies = await Promise.all(calls)
  const { balanceUnits, charges } = await payer.settledLedger()
  const answered = replies.filter(reply => reply?.status === 200)
  const lost = replies.filter(reply => reply === undefined)
  expect(answered.length + lost.length).toBe(6)
  // Connections go to the workers in turn, so each had calls.
  expect(answered.length).toBeGreaterThan(0)
  expect(lost.length).toBeGreaterThan(0)
  expect(charges.filter(({ state }) => state === 'captured')).toHaveLength(answered.length)
  expect(charges.filter(({ state }) => state === 'refunded')).toHaveLength(lost.length)
  expect(balanceUnits).toBe(FULL - BigInt(answered.length) * ANSWER_UNITS)
  expect(await payer.answer()).toMatchObject({ status: 200 })
  expect(await readMetrics()).toContain('footnote_worker_restarts{worker="parent"} 1\n')
})

it('finds a result through every worker, since the one that has it is asked', async () => {
  const id = randomUUID()
  const later = { prefer: 'respond-async', 'footnote-request-id': id }
  expect(await payer.answer(later)).toMatchObject({ status: 202 })
  await waitFor('the result', async () => (await payer.call(id))?.body.status === 'completed')
  for (const _ of ['one', 'other', 'first again']) {
    expect(await ask(`/api/v1/calls/${id}`)).toMatchObject({ result: goodAnswer })
  }
  expect(await payer.ledger()).toMatchObject({
    balanceUnits: FULL - ANSWER_UNITS,
    charges: [captured],
  })
})

it('reports the metrics of all workers at one port, each with its label', async () => {
  const metrics = await readMetrics()
  for (const worker of ['1', '2']) expect(metrics).toContain(`footnote_ready{worker="${worker}"} 1`)
  expect(metrics).toContain('footnote_workers{state="running",worker="parent"} 2')
  expect(metrics.match(/^# TYPE footnote_ready /gm)).toHaveLength(1)
})

it('ends all workers if the parent is killed, and the next start refunds their calls', async () => {
  const held = holdCalls(at.scene.upstream)
  const calls = Array.from({ length: 4 }, () => payer.answer())
  await waitFor('all calls at the upstream', () => at.scene.upstream.requests.length === 4)
  const pids = [workerPid(1), workerPid(2)]
  await at.scene.restart()
  held.release()
  expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined, undefined])
  for (const pid of pids) expect(await isRunning(pid)).toBe(false)
  const { balanceUnits, charges } = await payer.settledLedger()
  expect(balanceUnits).toBe(FULL)
  expect(charges.map(({ state }) => state)).toEqual(Array(4).fill('refunded'))
})

it('lets the running calls of all workers finish and be paid on SIGTERM, then ends', async () => {
  const held = holdCalls(at.scene.upstream)
  const calls = Array.from({ length: 4 }, () => payer.answer())
  await waitFor('all calls at the upstream', () => at.scene.upstream.requests.length === 4)
  at.scene.service.signal('SIGTERM')
  const begun =
    /"worker":1.*"shutting down"(.|\n)*"worker":2.*"shutting down"|"worker":2.*"shutting down"(.|\n)*"worker":1.*"shutting down"/
  await waitFor('both workers to stop', () => begun.test(at.scene.service.output()))
  held.release()
  for (const reply of await Promise.all(calls)) expect(reply).toMatchObject({ status: 200 })
  expect(await at.scene.service.ended()).toBe(0)
  const { balanceUnits, charges } = await payer.ledger()
  expect(balanceUnits).toBe(FULL - 4n * ANSWER_UNITS)
  expect(charges).toMatchObject(Array(4).fill(captured))
  await at.scene.restart()
})
