import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { type HeldCalls, holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded, reversed } from '../testing/scenes/read-ledger.ts'
import { answerWell, goodAnswer } from '../testing/stubs/stub-upstream.ts'

const shutDown = { ...refunded, cause: 'shutdown' }

const at = useCrashScene({ FOOTNOTE_DRAIN_SECONDS: '30' })
let payer: CrashPayer
beforeEach(async () => {
  payer = await at.scene.createPayer()
})

/** Holds calls, but not the polls of a task that an earlier test has left behind. */
function holdAnswers(...[upstream, reply]: Parameters<typeof holdCalls>): HeldCalls {
  const held = holdCalls(upstream, reply)
  const hold = upstream.handler
  upstream.handler = request => (request.method === 'POST' ? hold(request) : answerWell(request))
  return held
}

/** Sends the signal and waits until the service has logged it. */
async function tellToStop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const { service } = at.scene
  service.signal(signal)
  await waitFor('the shutdown to begin', () => service.output().includes('shutting down'))
}

/** A connection on which this much of a request has been sent. */
async function sendPart(part: string): Promise<Socket> {
  const { hostname, port } = new URL(at.scene.service.url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(part)
  return socket
}

const answerRequest = (headers: string) =>
  `POST /api/v1/answer HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${payer.key}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n`

describe('SIGTERM', () => {
  it('accepts nothing new, and lets the running call finish, be paid and be delivered', async () => {
    await at.scene.restart()
    const held = holdAnswers(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    await tellToStop()
    const refusal = await payer.answer()
    expect(refusal?.status ?? 'refused').toSatisfy(seen => seen === 503 || seen === 'refused')
    const ready = await fetch(`${at.scene.service.url}/readyz`).catch(() => undefined)
    expect(ready?.status).not.toBe(200)
    held.release()
    expect(await reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - ANSWER_UNITS,
      charges: [captured],
    })
    expect(at.scene.upstream.requests).toHaveLength(1)
  })

  it('finishes the call of a caller who has hung up, and refunds it because nobody can fetch it', async () => {
    await at.scene.restart()
    const held = holdAnswers(at.scene.upstream)
    const body = JSON.stringify({ query: 'Capital of Bolivia?' })
    const socket = await sendPart(`${answerRequest(`Content-Length: ${body.length}\r\n`)}${body}`)
    await held.arrived
    socket.destroy()
    await tellToStop()
    held.release()
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({
      charges: [{ ...reversed, cause: 'shutdown' }],
    })
    const { rowCount } = await at.scene.database.query(
      'select from open_charge where account_id = $1',
      [payer.accountId],
    )
    expect(rowCount).toBe(0)
  })

  it('refunds running calls after its time limit, reports it, and holds nothing', async () => {
    await at.scene.restart({ FOOTNOTE_DRAIN_SECONDS: '0' })
    at.scene.upstream.handler = () => new Promise(() => {})
    const replies = [payer.answer(), payer.submit(), payer.answer()]
    await waitFor('all calls upstream', () => at.scene.upstream.requests.length === 3)
    await tellToStop()
    for (const reply of await Promise.all(replies)) {
      expect(reply).toMatchObject({ status: 502, body: { code: 'QUERY_FAILED_REFUNDED' } })
    }
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL,
      charges: [shutDown, shutDown, shutDown],
    })
  })

  it('leaves a call held for the next start if the database is gone', async () => {
    await at.scene.restart({ FOOTNOTE_DRAIN_SECONDS: '0' })
    const held = holdAnswers(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    at.scene.proxy.cut()
    await tellToStop()
    expect(await reply).toMatchObject({ status: 503, body: { code: 'BILLING_UNAVAILABLE' } })
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
    at.scene.proxy.mend()
    held.release()
    await at.scene.restart()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, cause: 'process_died' }],
    })
  })

  it('waits for the reversal of a capture that it could not confirm', async () => {
    await at.scene.restart({
      FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
      FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
    })
    const capture = at.scene.proxy.withholdReply('settle_charges')
    const reply = payer.answer()
    await capture
    at.scene.proxy.cut()
    expect(await reply).toMatchObject({ status: 503, body: { code: 'BILLING_UNAVAILABLE' } })
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
    await tellToStop()
    at.scene.proxy.mend()
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
  })

  it('does not continue a call whose key was still being checked', async () => {
    await at.scene.restart({ FOOTNOTE_DRAIN_SECONDS: '0' })
    at.scene.upstream.handler = () => new Promise(() => {})
    const lookUp = at.scene.proxy.withholdReply('find_callers')
    const reply = payer.answer()
    const { deliver } = await lookUp
    await tellToStop()
    deliver()
    expect((await reply)?.status).toSatisfy(status => status === 503 || status === 502)
    expect(await at.scene.service.ended()).toBe(0)
    expect((await payer.settledLedger()).balanceUnits).toBe(FULL)
  })

  it('ends event streams, although their callers keep the connection open', async () => {
    await at.scene.restart()
    at.scene.upstream.handler = ({ method, path }) =>
      method === 'POST' || !path.endsWith('/stream')
        ? { body: { task_id: 'remote-1', status: 'running' } }
        : { write: response => response.writeHead(200, { 'content-type': 'text/event-stream' }) }
    const { task_id: taskId } = (await payer.submit())?.body ?? {}
    const socket = await sendPart(
      `GET /api/v1/research/${taskId}/events HTTP/1.1\r\nHost: localhost\r\n` +
        `Authorization: Bearer ${payer.key}\r\n\r\n`,
    )
    await once(socket, 'readable')
    const events = text(socket)
    await tellToStop()
    expect(await at.scene.service.ended()).toBe(0)
    expect(await events).toContain('event: state')
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held', task: 'queued' }] })
  })

  it('is not delayed by callers who sent half a request, or none', async () => {
    await at.scene.restart()
    const sockets = [
      await sendPart(''),
      await sendPart('POST /api/v1/answer HTTP/1.1\r\nHost: '),
      await sendPart(answerRequest('Content-Length: 50\r\n')),
      await sendPart(`${answerRequest('Transfer-Encoding: chunked\r\n')}5\r\n{"que\r\n`),
    ]
    // The service has read them all once it has replied to a later request.
    expect((await fetch(`${at.scene.service.url}/healthz`)).status).toBe(200)
    await tellToStop()
    expect(await at.scene.service.ended()).toBe(0)
    for (const socket of sockets) socket.destroy()
  })

  it('does not cut off an answer that a slow reader is still receiving', async () => {
    await at.scene.restart()
    const answer = 'A long answer. '.repeat(1_000_000)
    const held = holdAnswers(at.scene.upstream, () => ({ body: { ...goodAnswer, answer } }))
    const body = JSON.stringify({ query: 'Everything?' })
    const socket = await sendPart(`${answerRequest(`Content-Length: ${body.length}\r\n`)}${body}`)
    await held.arrived
    await tellToStop()
    held.release()
    await waitFor('the capture', async () => (await payer.ledger()).charges[0]?.state !== 'held')
    await once(socket, 'readable')
    const received = await text(socket)
    expect(received).toContain('HTTP/1.1 200 OK')
    expect(received.length).toBeGreaterThan(answer.length)
    expect(await at.scene.service.ended()).toBe(0)
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('Ctrl-C', () => {
  it('ends the process at once when it is repeated later; the next start settles', async () => {
    await at.scene.restart()
    const held = holdAnswers(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    const { service } = at.scene
    await waitFor('the impatient end', () => {
      service.signal('SIGINT')
      return service.hasEnded()
    })
    expect(await service.ended()).toBe(1)
    expect(await reply).toBeUndefined()
    await at.scene.restart()
    held.release()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  })

  it('lets the running call finish, even when it arrives twice', async () => {
    // Under npm it does: once from the terminal and once from npm.
    await at.scene.restart()
    const held = holdAnswers(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    await tellToStop('SIGINT')
    at.scene.service.signal('SIGINT')
    expect((await fetch(`${at.scene.service.url}/readyz`).catch(() => undefined))?.status).not.toBe(
      200,
    )
    held.release()
    expect(await reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await at.scene.service.ended()).toBe(0)
  })
})

describe('Ctrl-C on the embedded database', () => {
  it('reaches the database last and through the service: the running call is paid', async () => {
    const scene = await openEmbeddedScene()
    onTestFinished(scene.close)
    const caller = await scene.createPayer()
    const held = holdCalls(scene.upstream)
    const reply = caller.answer()
    await held.arrived
    process.kill(-scene.service.pid, 'SIGINT')
    await waitFor('the shutdown', () => scene.service.output().includes('shutting down'))
    expect(await caller.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
    held.release()
    expect(await reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await scene.service.ended()).toBe(0)
    await expect(scene.readDatabasePid()).rejects.toThrow('ENOENT')
    await scene.restart()
    expect(await caller.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('two instances on one database', () => {
  it('the living one refunds the killed one’s open charges once its lease has expired', async () => {
    const leases = { FOOTNOTE_LEASE_SECONDS: '2' }
    await at.scene.restart(leases)
    const other = await at.scene.spawn(leases)
    const held = holdAnswers(at.scene.upstream)
    const doomed = payer.answer()
    await held.arrived
    await at.scene.service.kill()
    expect(await doomed).toBeUndefined()
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, cause: 'process_died' }],
    })
    other.signal('SIGTERM')
    expect(await other.ended()).toBe(0)
  })

  it('leave each other’s calls alone while both live, however long a call takes', async () => {
    const leases = { FOOTNOTE_LEASE_SECONDS: '1' }
    await at.scene.restart(leases)
    const other = await at.scene.spawn(leases)
    const held = holdAnswers(at.scene.upstream)
    const reply = payer.answer()
    await held.arrived
    await waitFor('a time longer than a lease', async () => {
      const { rowCount } = await at.scene.database.query(
        `select from charge where account_id = $1 and created_at < now() - interval '1.5 seconds'`,
        [payer.accountId],
      )
      return rowCount === 1
    })
    other.signal('SIGTERM')
    expect(await other.ended()).toBe(0)
    held.release()
    expect(await reply).toMatchObject({ status: 200 })
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('the scheduled audit', () => {
  const lockMovements = () =>
    holdLock(at.scene.connection, 'lock table movement in access exclusive mode')

  it('does not delay the shutdown', async () => {
    const lock = await lockMovements()
    await at.scene.restart()
    await lock.somebodyWaits()
    await tellToStop()
    expect(await at.scene.service.ended()).toBe(0)
    await lock.release()
  })

  it('does not stop the service when its connection breaks', async () => {
    const lock = await lockMovements()
    await at.scene.restart()
    await lock.somebodyWaits()
    at.scene.proxy.cut()
    await lock.release()
    at.scene.proxy.mend()
    await waitFor('an answer', async () => (await payer.answer())?.status === 200)
  })
})
