import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_UNITS, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { expectSiteError } from '../testing/scenes/expect-site.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { joinWebsite, type TestMember } from '../testing/scenes/join-website.ts'
import { captured, type Ledger, readLedger, refunded } from '../testing/scenes/read-ledger.ts'
import { followFromPage, runFromPage } from '../testing/scenes/run-from-page.ts'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'

const at = useCrashScene({ FOOTNOTE_WEBSITE: 'on', FOOTNOTE_DRAIN_SECONDS: '30' })
let member: TestMember
beforeEach(async () => {
  if (at.scene.service.hasEnded()) await at.scene.restart()
  const { database } = at.scene
  const site = {
    database,
    get url() {
      return at.scene.service.url
    },
  }
  member = await joinWebsite(site, { usd: '10' })
})

const body = { query: 'Capital of Bolivia?' }
const run = () => runFromPage(at.scene.service.url, 'run_answer', { cookie: member.cookie, body })
const follow = (requestId: string) =>
  followFromPage(at.scene.service.url, { cookie: member.cookie, requestId })
const ledger = () => readLedger(at.scene.database, member.accountId)
const settled = (): Promise<Ledger> =>
  waitFor('every charge to be settled', async () => {
    const books = await ledger()
    return books.charges.every(({ state }) => state !== 'held') && books
  })

async function tellToStop(): Promise<void> {
  const { service } = at.scene
  service.signal('SIGTERM')
  await waitFor('the shutdown to begin', () => service.output().includes('shutting down'))
}

describe('a call from a page whose process is killed', () => {
  it('is refunded once by the next process, and its page learns of the refund', async () => {
    const held = holdCalls(at.scene.upstream)
    const { requestId: request_id, events } = await run()
    await held.arrived
    expect(await ledger()).toMatchObject({ balanceUnits: FULL - ANSWER_UNITS })
    await at.scene.restart()
    await expect(events.rest()).rejects.toThrow()
    held.release()
    expect(await settled()).toMatchObject({
      balanceUnits: FULL,
      charges: [{ ...refunded, cause: 'process_died' }],
    })
    expect(await (await follow(request_id)).rest()).toMatchObject([
      { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED' } },
    ])
    expect(at.scene.upstream.requests).toHaveLength(1)
  })
})

describe('SIGTERM', () => {
  it('lets the call finish and be paid, and reports it to pages that listen or return', async () => {
    const held = holdCalls(at.scene.upstream)
    const { requestId, events } = await run()
    await held.arrived
    await tellToStop()
    const refusal = await member.call('run_answer', { body })
    expectSiteError('SERVICE_UNAVAILABLE', refusal)
    const later = await follow(requestId)
    held.release()
    for (const page of [events, later]) {
      const [last] = (await page.rest()).slice(-1)
      expect(last).toMatchObject({ event: 'result', data: goodAnswer })
    }
    expect(await at.scene.service.ended()).toBe(0)
    expect(await ledger()).toMatchObject({ charges: [captured] })
    expect(at.scene.upstream.requests).toHaveLength(1)
  })

  it('refunds the call after its time limit, whether or not the page listens', async () => {
    await at.scene.restart({ FOOTNOTE_DRAIN_SECONDS: '0' })
    at.scene.upstream.handler = () => new Promise(() => {})
    const { events } = await run()
    await run()
    await waitFor('both calls upstream', () => at.scene.upstream.requests.length === 2)
    await tellToStop()
    expect(await events.rest()).toMatchObject([
      { event: 'error', data: { code: 'QUERY_FAILED_REFUNDED' } },
    ])
    expect(await at.scene.service.ended()).toBe(0)
    const shutDown = { ...refunded, cause: 'shutdown' }
    expect(await ledger()).toMatchObject({ balanceUnits: FULL, charges: [shutDown, shutDown] })
  })

  it('starts no call for a page whose session was still being checked', async () => {
    const lookUp = at.scene.proxy.withholdReply('update auth_session set updated_at')
    const reply = member.call('run_answer', { body })
    const { deliver } = await lookUp
    await tellToStop()
    deliver()
    expectSiteError('SERVICE_UNAVAILABLE', await reply)
    expect(await at.scene.service.ended()).toBe(0)
    expect(await ledger()).toEqual({ balanceUnits: FULL, charges: [] })
  })
})
