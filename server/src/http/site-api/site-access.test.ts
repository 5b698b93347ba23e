import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@footnote/contract/limits'
import { siteLimits } from '@footnote/contract/site/limits'
import { type SiteOperation, siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callSite } from '../../testing/scenes/call-site.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { makeOperator } from '../../testing/scenes/make-operator.ts'
import { runFromPage } from '../../testing/scenes/run-from-page.ts'
import { PASSWORD } from '../../testing/scenes/sign-in-scene.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { send } from '../../testing/scenes/test-service.ts'

/** Goes through the contract's table, so that a new operation is covered automatically. */
const operations = Object.entries(siteOperations) as [SiteOperationName, SiteOperation][]
const namesOf = (fits: (operation: SiteOperation) => boolean) =>
  operations.filter(([, operation]) => fits(operation)).map(([name]) => name)
const posts = namesOf(({ method }) => method === 'POST')
const members = namesOf(({ audience }) => audience !== 'visitor')
/** Everything of a user and of their account. */
const isOwn = ({ audience }: SiteOperation) => audience !== 'visitor' && audience !== 'operator'
const withBody = namesOf(({ body }) => body !== undefined)
const withQuery = namesOf(({ query }) => query !== undefined)

let site: TestWebsite
let ada: TestMember
let bob: TestMember
/** An object of Ada's. */
let key: string
beforeAll(async () => {
  site = await startWebsite()
  ada = await joinWebsite(site, { usd: '100' })
  bob = await joinWebsite(site)
  // Makes her an admin, so that every operation reads her body or query.
  await makeOperator(site.database, ada.accountId)
  key = (await ada.call('create_key', { body: { name: 'first' } })).body.key
})
afterAll(() => site.close())

describe('a POST from another origin is refused, signed in or not', () => {
  it.each(posts)('%s', async name => {
    const { origin, port } = new URL(site.url)
    const foreign = [
      null,
      'null',
      'https://example.com',
      `${origin}.example.com`,
      origin.replace('http:', 'https:'),
      origin.replace(port, String(Number(port) + 1)),
      `${origin}/`,
    ]
    const refuse = async (other: string | null, cookie?: string) => {
      const headers = { origin: other }
      expectSiteError('FOREIGN_ORIGIN', await callSite(site.url, name, { cookie, headers }))
    }
    for (const other of foreign) await refuse(other, ada.cookie)
    await refuse('https://example.com')
  })
})

describe('requires a signed-in member:', () => {
  it.each(members)('%s', async name => {
    const [pair = ''] = ada.cookie.split('; ')
    const forged = [
      undefined,
      'session=1',
      pair.split('=')[0],
      `${pair.slice(0, -6)}AAAAAA`,
      pair.replace(/=.*/, `=${'a'.repeat(64)}`),
    ]
    for (const cookie of forged) {
      expectSiteError('SIGNED_OUT', await callSite(site.url, name, { cookie }))
    }
  })

  it.each(members)('%s, also not with an API key', async name => {
    const headers = { authorization: `Bearer ${key}` }
    expectSiteError('SIGNED_OUT', await callSite(site.url, name, { headers }))
  })
})

describe('an invalid body gets 400', () => {
  it.each(withBody)('%s', async name => {
    const bad: [string | undefined, string | null][] = [
      [undefined, null],
      ['', 'application/json'],
      ['{', 'application/json'],
      ['null', 'application/json'],
      ['[]', 'application/json'],
      ['"text"', 'application/json'],
      ['{}', 'application/json'],
      ['{"surprise": 1}', 'application/json'],
      ['{}', 'text/plain'],
      ['{}', 'nonsense'],
      ['{}', null],
      ['a=b', 'application/x-www-form-urlencoded'],
    ]
    for (const [body, type] of bad) {
      const reply = await ada.call(name, { body, headers: { 'content-type': type } })
      expectSiteError('INVALID_REQUEST', reply)
      expect(reply.body.errors.length).toBeGreaterThan(0)
    }
  })

  it.each(withBody)('%s, for each field of another type', async name => {
    const { properties } = siteOperations[name as 'sign_in'].body
    for (const field of Object.keys(properties)) {
      const reply = await ada.call(name, { body: { [field]: { nested: true } } })
      expectSiteError('INVALID_REQUEST', reply)
      const paths = reply.body.errors.map(({ path }: { path: string }) => `${path}/`)
      expect(paths).toContainEqual(expect.stringMatching(`^/${field}/`))
    }
  })
})

describe('a body that is too large gets 413', () => {
  it.each(posts)('%s', async name => {
    // Bodies that the API takes too have its size limit.
    const operation: SiteOperation = siteOperations[name]
    const { bodyBytes } = operation.rules ? limits : { ...siteLimits, ...operation }
    const reply = await ada.call(name, { body: ' '.repeat(bodyBytes + 1) })
    expectSiteError('QUERY_TOO_LONG', reply)
    expect(reply.body.message).toContain(String(bodyBytes))
  })
})

describe('an invalid query gets 400', () => {
  it.each(withQuery)('%s', async name => {
    for (const query of [{ surprise: '1' }, { days: '-1', before: 'x' }]) {
      expectSiteError('INVALID_REQUEST', await ada.call(name, { query }))
    }
  })
})

describe('a member cannot use what belongs to another', () => {
  /** Makes an object of Ada's for each parameter; the test below requires one for a new parameter. */
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    key_id: async () =>
      (await ada.call('create_key', { body: { name: randomUUIDv7() } })).body.key_id,
    session_id: async () => (await ada.call('sessions')).body.sessions[0].session_id,
    payment_id: async () =>
      (await ada.call('recharge', { body: { amount_cents: 1_000 } })).body.payment_id,
    request_id: async () => {
      const { cookie } = ada
      const body = { query: 'q' }
      const { requestId, events } = await runFromPage(site.url, 'run_answer', { cookie, body })
      expect(await events.rest()).toMatchObject([{ event: 'result' }])
      return requestId
    },
    passkey_id: async () => {
      const { rows } = await site.database.query<{ id: string }>(
        `insert into auth_passkey
           (id, user_id, name, credential_id, public_key, counter, device_type, backed_up, created_at)
         select gen_random_uuid(), user_id, 'Laptop', gen_random_uuid(), 'x', 0, 'x', false, now()
         from account where id = $1 returning id`,
        [ada.accountId],
      )
      return rows[0]?.id ?? ''
    },
    share_id: async () =>
      (await ada.call('share_report', { body: { sealed: 'A'.repeat(38) } })).body.share_id,
    webhook_id: async () => {
      const body = { url: 'https://example.com/hook', events: ['task.completed'] }
      return (await ada.call('create_webhook', { body })).body.webhook_id
    },
    invitation_id: async () => {
      await ada.call('invite', { body: { email: 'guest@example.com', role: 'viewer' } })
      return (await ada.call('invitations')).body.invitations[0].invitation_id
    },
    user_id: async () => (await ada.call('team')).body.members[0].user_id,
    task_id: async () => {
      const body = { input: 'i', research_effort: 'deep' }
      return (await ada.call('run_research', { body })).body.task_id
    },
  }
  const made = new Map<string, Promise<string> | undefined>()
  /** Made once, since nobody else can change it. */
  const theirs = (parameter: string) => {
    if (!made.has(parameter)) made.set(parameter, makers[parameter]?.())
    return made.get(parameter)
  }
  const unknownOf = (parameter: string) =>
    ['request_id', 'task_id'].includes(parameter) ? 'JOB_NOT_FOUND' : 'NOT_FOUND'
  const bodies: Partial<Record<SiteOperationName, object>> = {
    test_payment: { outcome: 'pay' },
    rename_passkey: { name: 'Phone', password: PASSWORD },
    remove_passkey: { password: PASSWORD },
    update_webhook: { is_on: false },
    set_role: { role: 'viewer' },
    remove_member: { revoke_keys: true },
    transfer_ownership: { password: PASSWORD },
    set_key_limits: {
      day_cap_cents: null,
      month_cap_cents: null,
      tools: null,
      calls_per_minute: null,
      expires_on: null,
    },
  }
  const parameterOf = (name: SiteOperationName) =>
    /\{(\w+)\}/.exec(siteOperations[name].path)?.[1] ?? ''
  const parametrised = namesOf(operation => isOwn(operation) && operation.path.includes('{'))
  const everything = async () =>
    Promise.all(
      (['keys', 'sessions', 'payments', 'wallet', 'movements'] as const).map(
        async name => (await ada.call(name)).body,
      ),
    )

  it.each(parametrised)('%s', async name => {
    const parameter = parameterOf(name)
    const id = await theirs(parameter)
    expect(id, `an example of ${parameter}`).toBeDefined()
    const before = await everything()
    const body = bodies[name]
    const foreign = await bob.call(name, { params: { [parameter]: id ?? '' }, body })
    expectSiteError(unknownOf(parameter), foreign)
    expect(await everything()).toEqual(before)
    // An unknown object and another's get the same reply.
    for (const unknown of [randomUUIDv7(), 'x', '%00', 'A'.repeat(1_000)]) {
      const reply = await bob.call(name, { params: { [parameter]: unknown }, body })
      expectSiteError(unknownOf(parameter), reply)
      expect({ ...reply.body, request_id: '' }).toEqual({ ...foreign.body, request_id: '' })
    }
  })

  it.each(
    namesOf(
      operation => operation.method === 'GET' && isOwn(operation) && !operation.path.includes('{'),
      // Needs Stripe, which this service has not.
    ).filter(name => name !== 'auto_recharge'),
  )('%s shows each member their own', async name => {
    const ids = (await Promise.all(Object.keys(makers).map(theirs))) as string[]
    const query = name === 'statement' ? { month: new Date().toISOString().slice(0, 7) } : {}
    const [own, other] = [await ada.call(name, { query }), await bob.call(name, { query })]
    expectSite(name, own)
    expectSite(name, other)
    const shown = JSON.stringify(other.body)
    for (const id of [...ids, ada.accountId, ada.email]) expect(shown).not.toContain(id)
  })
})

describe('paths of the website’s operations', () => {
  it.each(operations)('%s knows its methods', async (name, { path }) => {
    const url = site.url + path.replaceAll(/[{}]/g, '')
    const allowed = operations
      .filter(([, other]) => other.path === path)
      .flatMap(([, { method }]) => (method === 'GET' ? ['GET', 'HEAD'] : ['POST']))
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      if (allowed.includes(method)) continue
      const reply = await send(url, { method, headers: { accept: 'text/html' } })
      expectSiteError('METHOD_NOT_ALLOWED', reply)
      expect(reply.headers.get('allow'), name).toBe(allowed.toSorted().join(', '))
    }
  })

  it.each(['/site', '/site/', '/site/nothing', '/site/keys/', '/site/Keys'])(
    '%s is not one of them, which browsers too get as JSON',
    async path => {
      for (const method of ['GET', 'POST']) {
        const reply = await send(site.url + path, { method, headers: { accept: 'text/html' } })
        expectSiteError('NOT_FOUND', reply)
      }
    },
  )
})
