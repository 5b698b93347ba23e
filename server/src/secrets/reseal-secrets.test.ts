import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmPayer } from '../testing/scenes/confirm-payer.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createKeySeal } from '../upstream/key-seal.ts'
import { createEndpoint, rotateSecret } from '../webhooks/endpoints.ts'
import { createWebhookSeal } from '../webhooks/webhook-secret.ts'
import { loadAuthSeal } from './auth-seal.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { combineSeals, createSiteSecrets } from './site-secrets.ts'

const [FIRST, SECOND, OTHER] = ['first', 'second', 'other'].map(name =>
  `${name} secret`.padEnd(32),
) as [string, string, string]

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Seals one of each kind, all with the first secret, and a webhook's with another. */
async function sealAll() {
  const { database } = test
  const payer = await createPayer(database, '0')
  const { accountId } = payer
  await confirmPayer(database, payer)
  const addEndpoint = async (serviceSecret: string) => {
    const deps = { client: database, seal: createWebhookSeal(serviceSecret) }
    const url = `https://example.com/${randomUUID()}`
    const made = await createEndpoint(deps, { accountId, url, events: ['task.completed'], most: 5 })
    if (!made) throw new Error('no endpoint was created')
    const rotated = await rotateSecret(deps, { accountId, endpointId: made.id })
    return { id: made.id, secrets: [rotated?.secret, made.secret] }
  }
  const own = await addEndpoint(FIRST)
  const stranger = await addEndpoint(OTHER)
  const upstream = { url: `https://${randomUUID()}.example`, apiKey: 'former key' }
  await database.query('insert into upstream (url, sealed_key) values ($1, $2)', [
    upstream.url,
    createKeySeal(FIRST).seal(upstream),
  ])
  const seal = (data: string) => symmetricEncrypt({ key: FIRST, data })
  await database.query(
    `insert into auth_two_factor (id, user_id, secret, backup_codes, verified)
     select $1, user_id, $3, $4, true from account where id = $2`,
    [randomUUID(), accountId, await seal('of the authenticator'), await seal('of the codes')],
  )
  const clientId = randomUUID()
  await database.query(
    `insert into auth_client (id, client_id, client_secret, redirect_uris) values ($1, $2, $3, '[]')`,
    [randomUUID(), clientId, await seal('of the client')],
  )

  /** Opens all that was sealed with the first secret, with one of these. */
  async function openAll(secrets: Parameters<typeof combineSeals>[0]) {
    const [endpoint] = (
      await database.query(
        'select sealed_secret, sealed_previous_secret from webhook_endpoint where id = $1',
        [own.id],
      )
    ).rows
    const [key] = (
      await database.query('select sealed_key from upstream where url = $1', [upstream.url])
    ).rows
    const [text] = (
      await database.query(
        `select secret, backup_codes, client_secret
         from account join auth_two_factor using (user_id), auth_client
         where account.id = $1 and client_id = $2`,
        [accountId, clientId],
      )
    ).rows
    const webhooks = combineSeals(secrets, createWebhookSeal)
    const texts = await loadAuthSeal(secrets)
    const opened = (sealed: string) => texts.decrypt(sealed).catch(() => undefined)
    return [
      webhooks.open(own.id, endpoint.sealed_secret),
      webhooks.open(own.id, endpoint.sealed_previous_secret),
      combineSeals(secrets, createKeySeal).open(key.sealed_key, upstream.url),
      await opened(text.client_secret),
      await opened(text.secret),
      await opened(text.backup_codes),
    ]
  }
  const clear = [
    ...own.secrets,
    upstream.apiKey,
    'of the client',
    'of the authenticator',
    'of the codes',
  ]
  return { openAll, clear, stranger }
}

const nothing = Array.from({ length: 6 })

it('seals anew what the previous secret sealed, and nothing else', async () => {
  const { database } = test
  const { openAll, clear, stranger } = await sealAll()
  expect(await resealSecrets(database, { secret: SECOND, previous: FIRST })).toBe(6)
  expect(await resealSecrets(database, { secret: SECOND, previous: FIRST })).toBe(0)
  expect(await openAll(createSiteSecrets({ secret: SECOND }))).toEqual(clear)
  expect(await openAll(createSiteSecrets({ secret: FIRST }))).toEqual(nothing)
  const { rows } = await database.query(
    'select sealed_secret, sealed_previous_secret from webhook_endpoint where id = $1',
    [stranger.id],
  )
  expect(
    Object.values(rows[0]).map(sealed =>
      createWebhookSeal(OTHER).open(stranger.id, sealed as Buffer),
    ),
  ).toEqual(stranger.secrets)
})

it('instances with both secrets open all of it, wherever an instance that seals anew is stopped', async () => {
  const { openAll, clear } = await sealAll()
  const both = createSiteSecrets({ secret: SECOND, previous: FIRST })
  for (let stopAfter = 0; stopAfter < clear.length; stopAfter += 1) {
    let left = 1
    /** Loses the database after the next change. */
    const dying = {
      query: async (...query: Parameters<typeof test.database.query>) => {
        const isUpdate = String(query[0]).startsWith('update')
        if (isUpdate && left === 0) throw new Error('stopped')
        if (isUpdate) left -= 1
        return test.database.query(...query)
      },
    } as unknown as typeof test.database
    const resealing = resealSecrets(dying, { secret: SECOND, previous: FIRST })
    if (stopAfter < clear.length - 1) await expect(resealing).rejects.toThrow('stopped')
    else expect(await resealing).toBe(1)
    expect(await openAll(both)).toEqual(clear)
  }
  expect(await openAll(createSiteSecrets({ secret: SECOND }))).toEqual(clear)
})
