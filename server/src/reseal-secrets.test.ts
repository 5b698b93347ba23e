import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealSecrets } from './reseal-secrets.ts'
import { confirmPayer } from './testing/scenes/confirm-payer.ts'
import { createPayer } from './testing/scenes/create-payer.ts'
import { createTestDatabase } from './testing/scenes/test-database.ts'
import { createKeySeal } from './upstream/key-seal.ts'
import { createEndpoint, rotateSecret } from './webhooks/endpoints.ts'
import { createWebhookSeal } from './webhooks/webhook-secret.ts'

const [FIRST, SECOND, OTHER] = ['first', 'second', 'other'].map(name =>
  `${name} secret`.padEnd(32),
) as [string, string, string]

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('seals anew what the previous secret sealed, and nothing else', async () => {
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
  const upstream = { url: 'https://former.example', apiKey: 'former key' }
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

  expect(await resealSecrets(database, { secret: SECOND, previous: FIRST })).toBe(5)
  expect(await resealSecrets(database, { secret: SECOND, previous: FIRST })).toBe(0)

  const opened = async (serviceSecret: string, id: string) => {
    const { rows } = await database.query(
      'select sealed_secret, sealed_previous_secret from webhook_endpoint where id = $1',
      [id],
    )
    return Object.values(rows[0]).map(sealed =>
      createWebhookSeal(serviceSecret).open(id, sealed as Buffer),
    )
  }
  expect(await opened(SECOND, own.id)).toEqual(own.secrets)
  expect(await opened(FIRST, own.id)).toEqual([undefined, undefined])
  expect(await opened(OTHER, stranger.id)).toEqual(stranger.secrets)
  const { rows: keys } = await database.query('select sealed_key from upstream')
  expect(createKeySeal(SECOND).open(keys[0].sealed_key, upstream.url)).toBe(upstream.apiKey)
  const { rows: factors } = await database.query('select secret, backup_codes from auth_two_factor')
  const open = (data: string) => symmetricDecrypt({ key: SECOND, data })
  expect(await open(factors[0].secret)).toBe('of the authenticator')
  expect(await open(factors[0].backup_codes)).toBe('of the codes')
})
