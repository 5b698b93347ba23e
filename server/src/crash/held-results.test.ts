import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_UNITS, type CrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { openEvents } from '../testing/scenes/open-events.ts'
import { captured, refunded, reversed } from '../testing/scenes/read-ledger.ts'
import { answerWell, goodAnswer, type StubReply } from '../testing/stubs/stub-upstream.ts'
import { createSettle } from '../wallet/settle.ts'

const at = useCrashScene({
  FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '5',
  FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
  FOOTNOTE_DRAIN_SECONDS: '5',
})
let payer: CrashPayer
let id: string
beforeEach(async () => {
  payer = await at.scene.createPayer()
  id = randomUUID()
})

const paid = { balanceUnits: FULL - ANSWER_UNITS, charges: [captured] }
const completed = { status: 200, body: { status: 'completed', result: goodAnswer } }
const failed = { status: 200, body: { status: 'failed', code: 'QUERY_FAILED_REFUNDED' } }
const later = () => ({ prefer: 'respond-async', 'footnote-request-id': id })
const state = async () => (await payer.ledger()).charges[0]?.state
const until = (wanted: string) => waitFor(wanted, async () => (await state()) === wanted)
const isConfirmed = async () => {
  const { rowCount } = await at.scene.database.query(
    'select from open_charge where account_id = $1',
    [payer.accountId],
  )
  return rowCount === 0
}
const askUntil = (status: string) =>
  waitFor(status, async () => {
    const reply = await payer.call(id)
    return reply?.body.status === status && reply
  })

/** Starts a call and hangs up on it while the upstream works. */
async function hangUp(): Promise<{ release(): void }> {
  const held = holdCalls(at.scene.upstream)
  const caller = new AbortController()
  const call = fetch(`${at.scene.service.url}/api/v1/answer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.key}`,
      'content-type': 'application/json',
      'footnote-request-id': id,
    },
    body: JSON.stringify({ query: 'q' }),
    signal: caller.signal,
  })
  await held.arrived
  caller.abort()
  await expect(call).rejects.toThrow()
  return held
}

describe('a call whose connection broke', () => {
  it('is delivered later and paid once', async () => {
    ;(await hangUp()).release()
    expect(await askUntil('completed')).toMatchObject(completed)
    await waitFor('the delivery', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is refunded if the service is killed before the result is fetched', async () => {
    ;(await hangUp()).release()
    await until('captured')
    await at.scene.restart()
    await until('refunded')
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
    expect(await payer.call(id)).toMatchObject(failed)
  })

  it('stays paid if the service is killed after the result was fetched', async () => {
    ;(await hangUp()).release()
    expect(await askUntil('completed')).toMatchObject(completed)
    await waitFor('the delivery', isConfirmed)
    await at.scene.restart()
    expect(await payer.call(id)).toMatchObject({ body: { status: 'completed' } })
    expect((await payer.call(id))?.body.result).toBeUndefined()
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('never delivers its result after a refund', async () => {
    ;(await hangUp()).release()
    await until('captured')
    const settle = createSettle(at.scene.database)
    const [charge] = (await payer.ledger()).charges
    await settle({
      chargeId: charge?.id ?? '',
      accountId: payer.accountId,
      outcome: 'refunded',
      cause: 'capture_unknown',
      reverse: true,
    })
    const reply = await payer.call(id)
    expect(reply).toMatchObject(failed)
    expect(JSON.stringify(reply?.body)).not.toContain(goodAnswer.answer)
  })

  it('is delivered after the database was away', async () => {
    ;(await hangUp()).release()
    await until('captured')
    at.scene.proxy.cut()
    expect(await payer.call(id)).toMatchObject({ status: 503 })
    at.scene.proxy.mend()
    expect(await askUntil('completed')).toMatchObject(completed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is refunded if the database loses the reply to its capture until the deadline', async () => {
    const held = await hangUp()
    const capture = at.scene.proxy.withholdReply('settle_charges')
    held.release()
    await capture
    at.scene.proxy.cut()
    await waitFor('the deadline', async () => {
      const { rowCount } = await at.scene.database.query(
        'select from open_charge where account_id = $1 and deadline_at < clock_timestamp()',
        [payer.accountId],
      )
      return rowCount === 1
    })
    at.scene.proxy.mend()
    await until('refunded')
    expect(await askUntil('failed')).toMatchObject(failed)
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
  })
})

describe('a tool call of an agent', () => {
  const ask = (signal = new AbortController().signal) =>
    fetch(`${at.scene.service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${payer.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'answer', arguments: { query: 'q' } },
      }),
      signal,
    }).then(reply => reply.text())

  it('is refunded if its agent hung up and the service is killed before the result is fetched', async () => {
    const held = holdCalls(at.scene.upstream)
    const caller = new AbortController()
    const call = ask(caller.signal)
    await held.arrived
    caller.abort()
    await expect(call).rejects.toThrow()
    held.release()
    await until('captured')
    await at.scene.restart()
    await until('refunded')
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
  })

  it('is paid once if the database was away while the upstream worked', async () => {
    const held = holdCalls(at.scene.upstream)
    const call = ask()
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    at.scene.proxy.mend()
    expect(await call).toContain(goodAnswer.answer)
    await waitFor('the delivery', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is handed over and paid once if the reply to the look at its end is lost', async () => {
    at.scene.upstream.handler = answerWell
    // The whole name, since others begin with it.
    const look = at.scene.proxy.withholdReply('find_call\0')
    const call = ask()
    ;(await look).lose()
    expect(await call).toContain(goodAnswer.answer)
    await waitFor('the delivery', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('stays paid if the service is killed after the reply went out', async () => {
    at.scene.upstream.handler = answerWell
    expect(await ask()).toContain(goodAnswer.answer)
    await waitFor('the delivery', isConfirmed)
    await at.scene.restart()
    expect(await payer.ledger()).toMatchObject(paid)
  })
})

describe('an accepted call', () => {
  it('is refunded if the service is killed with the upstream at work', async () => {
    const held = holdCalls(at.scene.upstream)
    expect(await payer.answer(later())).toMatchObject({ status: 202 })
    await held.arrived
    await at.scene.restart()
    held.release()
    expect(await payer.settledLedger()).toMatchObject({
      balanceUnits: FULL,
      charges: [refunded],
    })
    expect(await payer.call(id)).toMatchObject(failed)
  })

  it('is refunded if the service is killed before the result is fetched', async () => {
    expect(await payer.answer(later())).toMatchObject({ status: 202 })
    await until('captured')
    await at.scene.restart()
    await until('refunded')
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
    expect(await payer.call(id)).toMatchObject(failed)
  })

  it('is paid once if the reply to its capture is lost', async () => {
    const [accepted, capture] = await Promise.all([
      payer.answer(later()),
      at.scene.proxy.withholdReply('settle_charges'),
    ])
    capture.lose()
    expect(accepted).toMatchObject({ status: 202 })
    expect(await askUntil('completed')).toMatchObject(completed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is paid once if the database was away while the upstream worked', async () => {
    const held = holdCalls(at.scene.upstream)
    expect(await payer.answer(later())).toMatchObject({ status: 202 })
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    at.scene.proxy.mend()
    expect(await askUntil('completed')).toMatchObject(completed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is refunded by a shutdown that ends before the result is fetched', async () => {
    expect(await payer.answer(later())).toMatchObject({ status: 202 })
    await until('captured')
    at.scene.service.signal('SIGTERM')
    await at.scene.service.ended()
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...reversed, cause: 'shutdown' }],
    })
    await at.scene.restart()
  })
})

describe('a streamed call', () => {
  const billed = { billing: { request_id: expect.any(String), cost_usd: 0.02 } }
  const told = { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED', billing: { cost_usd: 0 } } }
  const open = () =>
    openEvents(`${at.scene.service.url}/api/v1/answer`, {
      key: payer.key,
      body: { query: 'q' },
      requestId: id,
    })
  const resume = async () => {
    const url = `${at.scene.service.url}/api/v1/calls/${id}`
    return (await openEvents(url, { key: payer.key, lastEventId: `${id}:0` })).rest()
  }

  it('is refunded once if the service is killed after its start, and resuming tells of it', async () => {
    const held = holdCalls(at.scene.upstream)
    const events = await open()
    expect(await events.next()).toMatchObject({ event: 'started', data: billed })
    await held.arrived
    await at.scene.restart()
    held.release()
    await expect(events.rest()).rejects.toThrow()
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
    expect(await resume()).toMatchObject([told])
  })

  it('is delivered and paid once if the database was away while the upstream worked', async () => {
    const held = holdCalls(at.scene.upstream)
    const events = await open()
    await held.arrived
    at.scene.proxy.cut()
    held.release()
    at.scene.proxy.mend()
    expect((await events.rest()).at(-1)).toMatchObject({ event: 'result', data: goodAnswer })
    await waitFor('the delivery', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  /** The connection breaks after the capture, with a result that is too large to be on its way whole. */
  async function breakOff(answer: string): Promise<void> {
    at.scene.upstream.handler = () => ({ body: { ...goodAnswer, answer } })
    const socket = connect(Number(new URL(at.scene.service.url).port), '127.0.0.1')
    const body = JSON.stringify({ query: 'q' })
    socket.write(
      `POST /api/v1/answer HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${payer.key}\r\n` +
        `Accept: text/event-stream\r\nFootnote-Request-Id: ${id}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    let text = ''
    for await (const chunk of socket.setEncoding('latin1')) {
      text += chunk
      if (text.includes('event: result')) break
    }
    expect(await state()).toBe('captured')
  }
  const LARGE = 'x'.repeat(15_000_000)

  it('is delivered by a resumed stream if its connection broke before the last byte', async () => {
    await breakOff(LARGE)
    expect(await isConfirmed()).toBe(false)
    const [event] = await resume()
    expect(event).toMatchObject({ event: 'result', data: { answer: LARGE } })
    await waitFor('the delivery', isConfirmed)
    expect(await payer.ledger()).toMatchObject(paid)
  })

  it('is refunded if nobody resumed it before the service was killed', async () => {
    await breakOff(LARGE)
    await at.scene.restart()
    await until('refunded')
    expect(await payer.ledger()).toMatchObject({ balanceUnits: FULL, charges: [reversed] })
    expect(await resume()).toMatchObject([told])
  })
})

describe('a cancelled task', () => {
  const stopped: StubReply = { body: { status: 'cancelled' } }
  const gone = { body: { task_id: 'remote-1', status: 'failed', error: 'x', reason: 'cancelled' } }
  const cancelled = { balanceUnits: FULL, charges: [{ ...refunded, cause: 'cancelled' }] }

  /** The upstream has cancelled the task once it was asked to. */
  function cancelUpstream(): void {
    let isCancelled = false
    at.scene.upstream.handler = request => {
      if (request.method === 'DELETE') {
        isCancelled = true
        return stopped
      }
      if (request.method === 'POST' || request.path.endsWith('/stream')) return answerWell(request)
      return isCancelled ? gone : { body: { task_id: 'remote-1', status: 'running', result: null } }
    }
  }

  it('is refunded if the service is killed between the upstream’s word and the refund', async () => {
    cancelUpstream()
    const submitted = await payer.submit()
    const taskId = submitted?.body.task_id
    // The refund is committed, and nobody hears of it.
    const refund = at.scene.proxy.withholdReply('settle_charges')
    const cancel = payer.call(taskId, 'DELETE')
    await refund
    await at.scene.restart()
    expect(await cancel).toBeUndefined()
    expect(await payer.settledLedger()).toMatchObject(cancelled)
    expect(await payer.retrieve(taskId)).toMatchObject({ body: { status: 'failed' } })
  })

  it('is refunded by the next poll if the refund could not be written', async () => {
    cancelUpstream()
    const { task_id: taskId } = (await payer.submit())?.body ?? {}
    const { handler } = at.scene.upstream
    at.scene.upstream.handler = async request => {
      const reply = await handler(request)
      if (request.method === 'DELETE') at.scene.proxy.cut()
      return reply
    }
    expect(await payer.call(taskId, 'DELETE')).toMatchObject({ status: 503 })
    at.scene.proxy.mend()
    await waitFor('a poll', async () => (await payer.retrieve(taskId))?.body.status === 'failed')
    expect(await payer.settledLedger()).toMatchObject(cancelled)
  })
})
