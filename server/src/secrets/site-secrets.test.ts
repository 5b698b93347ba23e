import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLease } from '../instance/lease.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createWebhookSeal } from '../webhooks/webhook-secret.ts'
import { combineSeals, createSiteSecrets } from './site-secrets.ts'

const [OLD, NEW] = ['the old secret', 'the new secret']

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const start = async ({ tag }: { tag?: Buffer } = {}) =>
  takeLease(test.database, { leaseMs: 60_000, secretTag: tag })

it('seals with the old secret until no living instance lacks the new one', async () => {
  const ofPreviousRelease = await start()
  const before = createSiteSecrets({ secret: OLD })
  const restarting = await start(before)
  const [first, second] = [1, 2].map(() => createSiteSecrets({ secret: NEW, previous: OLD }))
  if (!first || !second) throw new Error('two are needed')
  await start(first)
  expect(await first.follow(test.database)).toBe(false)
  await ofPreviousRelease.release()
  expect(await first.follow(test.database)).toBe(false)
  await start(second)
  await restarting.release()
  expect([first.current, second.current]).toEqual([OLD, OLD])
  expect(await first.follow(test.database)).toBe(true)
  expect([first.current, second.current]).toEqual([NEW, OLD])
  const [ofFirst, ofSecond] = [first, second].map(secrets =>
    combineSeals(secrets, createWebhookSeal),
  )
  expect(ofSecond?.open('id', ofFirst?.seal('id', 'a') ?? Buffer.of())).toBe('a')
  expect(ofFirst?.open('id', ofSecond?.seal('id', 'b') ?? Buffer.of())).toBe('b')
})

it('waits for no instance whose lease has lapsed', async () => {
  await start(createSiteSecrets({ secret: OLD }))
  await test.database.query(`update instance set lease_until = clock_timestamp()`)
  const secrets = createSiteSecrets({ secret: NEW, previous: OLD })
  await start(secrets)
  expect(await secrets.follow(test.database)).toBe(true)
})
