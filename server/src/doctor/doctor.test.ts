import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { startSmtpServer } from '../testing/stubs/start-smtp-server.ts'
import { startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { UNNAMED_PROXY, watchForUnnamedProxy } from '../unnamed-proxy.ts'
import { checkDatabase, checkEngineRole } from './check-database.ts'
import { checkService } from './check-service.ts'

let test: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const MAIL_FROM = 'hello@footnote.example'
const states = (found: readonly { name: string; state: string }[]) =>
  Object.fromEntries(found.map(({ name, state }) => [name, state]))

it('names what can lose money: a server without fsync, a superuser, a missing standby', async () => {
  const found = await checkDatabase(test.url)
  // The server for tests gives up durability for speed.
  expect(found[0]).toEqual({
    name: 'database',
    state: 'problem',
    note: 'A crash can lose money: fsync and full_page_writes are off. Turn them on in postgresql.conf.',
  })
  expect(states(found)).toMatchObject({ roles: 'warning', replication: 'warning', clock: 'good' })
})

it('says what to do about a database that cannot be reached, and quotes no password', async () => {
  const found = await checkDatabase('postgres://u:sesame@127.0.0.1:1/db')
  expect(found).toEqual([
    {
      name: 'database',
      state: 'problem',
      note: expect.stringMatching(/^Failed \(ECONNREFUSED\)\. Check that PostgreSQL runs/),
    },
  ])
  expect(JSON.stringify(found)).not.toContain('sesame')
})

it('finds an engine role that can reach the wallets', async () => {
  const setting = 'FOOTNOTE_LIBRARY_DATABASE_URL'
  const library = { name: 'library database', setting, url: test.url }
  expect(await checkEngineRole(test.url, library)).toEqual({
    name: 'library database',
    state: 'problem',
    note: expect.stringContaining(`The role in ${setting} is a superuser`),
  })
})

it('tries the upstream and the mail server, and sends neither a call nor a message', async () => {
  const [upstream, smtp] = [await startStubUpstream(), await startSmtpServer()]
  try {
    const found = await checkService(
      readConfig({
        FOOTNOTE_UPSTREAM_URL: upstream.url,
        FOOTNOTE_SMTP_URL: smtp.url,
        FOOTNOTE_MAIL_FROM: MAIL_FROM,
      }),
    )
    expect(states(found)).toMatchObject({ upstream: 'good', mail: 'good', payments: 'good' })
    expect(upstream.requests.every(({ method }) => method === 'GET')).toBe(true)
    expect(smtp.received).toEqual([])
  } finally {
    await Promise.all([upstream.close(), smtp.close()])
  }
})

it('warns of a proxy that the running service has seen and the settings do not name', async () => {
  const { path: dataDir, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  const warned: string[] = []
  const watch = () =>
    watchForUnnamedProxy({ dataDir, warn: (_, message) => void warned.push(message) })
  const proxy = async () =>
    (await checkService(readConfig({ FOOTNOTE_DATA_DIR: dataDir }))).find(
      ({ name }) => name === 'proxy',
    )
  const report = await watch()
  expect(await proxy()).toMatchObject({ state: 'good' })
  report()
  report()
  await waitFor('the note', async () => (await proxy())?.state === 'warning')
  expect(warned).toEqual([UNNAMED_PROXY])
  expect((await proxy())?.note).toContain('FOOTNOTE_TRUSTED_PROXIES')
  await watch()
  expect(await proxy()).toMatchObject({ state: 'good' })
})

it('finds an upstream, a mail server and a payment provider that are gone', async () => {
  const gone = 'http://127.0.0.1:1'
  const found = await checkService(
    readConfig({
      FOOTNOTE_UPSTREAM_URL: gone,
      FOOTNOTE_SMTP_URL: 'smtp://u:sesame@127.0.0.1:1',
      FOOTNOTE_MAIL_FROM: MAIL_FROM,
      FOOTNOTE_STRIPE_KEY: 'sk_test_sesame',
      FOOTNOTE_STRIPE_WEBHOOK_SECRET: 'whsec_sesame',
      FOOTNOTE_STRIPE_URL: gone,
    }),
  )
  expect(states(found)).toMatchObject({
    upstream: 'problem',
    mail: 'problem',
    payments: 'problem',
  })
  for (const { state, note } of found) {
    if (state === 'problem') expect(note).toMatch(/\. Check FOOTNOTE_/)
  }
  expect(JSON.stringify(found)).not.toContain('sesame')
})
