import { randomBytes, randomUUID } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../testing/scenes/start-website.ts'
import { tidySharedReports } from './shared-reports.ts'

let site: TestWebsite
let owner: TestMember
beforeAll(async () => {
  site = await startWebsite()
  owner = await joinWebsite(site)
})
afterAll(() => site.close())

const sealed = () => randomBytes(100).toString('base64url')

async function share(by: TestMember = owner, body = { sealed: sealed() }) {
  const reply = await by.call('share_report', { body })
  expectSite('share_report', reply)
  return { id: reply.body.share_id as string, sealed: body.sealed }
}
const open = (id: string) => fetch(`${site.url}/site/shared/${id}`)
const count = async () =>
  Number((await site.database.query('select count(*) from shared_report')).rows[0].count)

describe('a shared report', () => {
  it('is returned to anybody as it was sealed, in a reply that nothing caches or indexes', async () => {
    const { id, sealed } = await share()
    const reply = await open(id)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ sealed })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('ends after 24 hours at most, and the chore deletes it', async () => {
    const { id } = await share()
    const lasting = `update shared_report set expires_at = created_at + interval '25 hours' where id = $1`
    await expect(site.database.query(lasting, [id])).rejects.toThrow('is_short_lived')
    await site.database.query(
      `update shared_report set expires_at = clock_timestamp() where id = $1`,
      [id],
    )
    expect((await open(id)).status).toBe(404)
    const before = await count()
    await tidySharedReports(site.database)
    expect(await count()).toBe(before - 1)
  })

  it('is listed for its owner, who alone can delete it, at once', async () => {
    const other = await joinWebsite(site)
    const { id } = await share()
    const list = await owner.call('shared_reports')
    expectSite('shared_reports', list)
    expect(list.body.shared[0]).toMatchObject({ share_id: id })
    expect((await other.call('shared_reports')).body).toEqual({ shared: [] })
    const params = { share_id: id }
    expectSiteError('NOT_FOUND', await other.call('delete_shared', { params }))
    expect((await open(id)).status).toBe(200)
    expectSite('delete_shared', await owner.call('delete_shared', { params }))
    expect((await open(id)).status).toBe(404)
    expectSiteError('NOT_FOUND', await owner.call('delete_shared', { params }))
  })

  it('needs a session to be made, and is bounded in size and number', async () => {
    const visitor = await fetch(`${site.url}/site/shared`, {
      method: 'POST',
      headers: { origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({ sealed: sealed() }),
    })
    expect(visitor.status).toBe(401)
    for (const wrong of ['', 'no base64url!', 'A'.repeat(10)]) {
      const reply = await owner.call('share_report', { body: { sealed: wrong } })
      expectSiteError('INVALID_REQUEST', reply)
    }
    const large = randomBytes(siteLimits.sharedReportBytes + 1).toString('base64url')
    expect((await owner.call('share_report', { body: { sealed: large } })).status).toBe(400)

    const sharer = await joinWebsite(site)
    const largest = randomBytes(siteLimits.sharedReportBytes).toString('base64url')
    await share(sharer, { sealed: largest })
    const replies = await Promise.all(
      Array.from({ length: siteLimits.sharedReports }, () =>
        sharer.call('share_report', { body: { sealed: sealed() } }),
      ),
    )
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    for (const reply of refused) expectSiteError('TOO_MANY_SHARED', reply)
  })

  it('ends with its owner’s account', async () => {
    const leaver = await joinWebsite(site)
    const { id } = await share(leaver)
    await site.database.query('select close_account($1, 0)', [leaver.accountId])
    expect((await open(id)).status).toBe(404)
    const before = await count()
    await tidySharedReports(site.database)
    expect(await count()).toBe(before - 1)
  })

  it('is not found under an unknown id', async () => {
    expect((await open(randomUUID())).status).toBe(404)
    expect((await open('nothing')).status).toBe(404)
  })
})
