import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import {
  refusal,
  startSmtpServer,
  type TestSmtpServer,
} from '../testing/stubs/start-smtp-server.ts'
import { createMailer, type MailService } from './create-mailer.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())
beforeEach(() => test.database.query('delete from mail'))

const newAddress = () => `${randomUUID()}@example.com`
const FROM = 'Footnote <hello@footnote.example>'

interface Mailing extends MailService {
  /** Reports as they would be logged. */
  readonly reports: string[]
}

function open(url: string | undefined): Mailing {
  const reports: string[] = []
  const mailer = createMailer(
    {
      database: test.database,
      report: (fields, message) => reports.push(`${message} ${JSON.stringify(fields)}`),
    },
    { smtp: url === undefined ? undefined : { url, from: FROM } },
  )
  onTestFinished(mailer.close)
  return { ...mailer, reports }
}

async function openServer(options?: { port: number }): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options)
  onTestFinished(server.close)
  return server
}

async function outbox() {
  const { rows } = await test.database.query<{
    recipient: string
    tries: number
    pause_ms: number
  }>(
    `select recipient, tries,
       extract(epoch from next_try_at - clock_timestamp())::float8 * 1000 as pause_ms
     from mail order by id`,
  )
  return rows
}

/** Moves the messages in the outbox back by that much time. */
async function letTimePass(interval: string): Promise<void> {
  await test.database.query(
    `update mail set next_try_at = next_try_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  )
}

async function allIsSent(): Promise<void> {
  await waitFor('the outbox to be empty', async () => (await outbox()).length === 0)
}

describe('with a mail server', () => {
  it('sends a posted message at once, as plain text marked as automatic', async () => {
    const server = await openServer()
    const to = newAddress()
    await open(server.url).post({ to, subject: 'Grüße', text: 'Your code is 123456.\n' })
    await allIsSent()
    expect(server.received).toMatchObject([
      { from: 'hello@footnote.example', to: [to], body: 'Your code is 123456.\r\n' },
    ])
    const headers = server.received[0]?.headers
    expect(headers).toContain('From: Footnote <hello@footnote.example>')
    expect(headers).toContain(`To: ${to}`)
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(headers).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
    expect(headers).toMatch(/^Message-ID: <[0-9a-f-]{36}@footnote\.example>/m)
    expect(headers).not.toMatch(/^List-/m)
  })

  it('lets neither posting nor the end of the process wait for a mail server that hangs', async () => {
    const hanging = createServer(() => {}).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    onTestFinished(() => void hanging.close())
    const { port } = hanging.address() as { port: number }
    const connected = once(hanging, 'connection')
    const mailer = open(`smtp://127.0.0.1:${port}`)
    await mailer.post({ to: newAddress(), subject: 'x', text: 'x' })
    await connected
    // The attempt is in progress: it has its lease, and has not failed.
    const [posted] = await outbox()
    expect(posted?.pause_ms).toBeGreaterThan(60_000)
    await mailer.close()
    const [left] = await outbox()
    expect(left).toMatchObject({ tries: 1 })
    expect(left?.pause_ms).toBeLessThan(60_000)
    // It would have failed if nodemailer had timed out itself.
    expect(mailer.reports.join()).not.toContain('ETIMEDOUT')
    expect(mailer.reports).toHaveLength(1)
  })

  it('sends messages after a server is back, with growing pauses between attempts', async () => {
    const server = await openServer()
    await server.close()
    const mailer = open(server.url)
    const to = newAddress()
    await mailer.post({ to, subject: 'x', text: 'x' })
    const pauses: number[] = []
    for (const tries of [1, 2, 3]) {
      await mailer.deliver()
      const [mail] = await outbox()
      expect(mail?.tries).toBe(tries)
      pauses.push(mail?.pause_ms ?? 0)
      await mailer.deliver()
      expect(await outbox()).toMatchObject([{ tries }])
      await letTimePass('10 minutes')
    }
    const [first = 0, second = 0, third = 0] = pauses
    expect(first).toBeGreaterThan(5_000)
    expect(second).toBeGreaterThan(first * 2)
    expect(third).toBeGreaterThan(second * 2)
    expect(mailer.reports.join()).toContain('ECONNREFUSED')

    const back = await openServer({ port: server.port })
    await mailer.deliver()
    expect(back.received).toMatchObject([{ to: [to] }])
    expect(await outbox()).toEqual([])
  })

  it('retries a temporary refusal but not a permanent one, and logs no address', async () => {
    const server = await openServer()
    const [later, never, fine] = [newAddress(), newAddress(), newAddress()]
    server.judge = address => {
      if (address === later) throw refusal(451, `${address} is greylisted`)
      if (address === never) throw refusal(550, `${address}: no such user`)
    }
    const mailer = open(server.url)
    for (const to of [later, never, fine]) {
      await mailer.post({ to, subject: 'secret', text: 'a secret of theirs' })
    }
    await waitFor('only one message to be left', async () => {
      const rows = await outbox()
      return rows.length === 1 && rows[0]?.recipient === later && rows[0].pause_ms < 60_000
    })
    expect(server.received).toMatchObject([{ to: [fine] }])
    const said = mailer.reports.join('\n')
    expect(said).toContain('451')
    expect(said).toContain('550')
    expect(said).not.toMatch(/example\.com|secret|greylisted|no such user/)
  })

  it('sends each message once from many processes', async () => {
    const server = await openServer()
    const addresses = Array.from({ length: 40 }, newAddress)
    const quiet = open(undefined)
    await Promise.all(addresses.map(to => quiet.post({ to, subject: 'x', text: 'x' })))
    const mailers = Array.from({ length: 4 }, () => open(server.url))
    await Promise.all(mailers.map(mailer => mailer.deliver()))
    await allIsSent()
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(addresses.sort())
  })

  it('sends a dead process’s messages from another, so that they may arrive twice', async () => {
    const server = await openServer()
    const to = newAddress()
    await open(undefined).post({ to, subject: 'x', text: 'x' })
    // The first dies after the server has taken the message and before it is deleted here.
    const refuseDeletes = await test.database.connect()
    onTestFinished(() => refuseDeletes.release())
    await refuseDeletes.query(`create function die() returns trigger language plpgsql as
      $$ begin raise exception 'died'; end $$`)
    await refuseDeletes.query(
      'create trigger die before delete on mail for each row execute function die()',
    )
    await expect(open(server.url).deliver()).rejects.toThrow('died')
    await refuseDeletes.query('drop trigger die on mail')
    await refuseDeletes.query('drop function die')
    expect(server.received).toHaveLength(1)

    const second = open(server.url)
    await second.deliver()
    expect(server.received).toHaveLength(1)
    await letTimePass('1 hour')
    await second.deliver()
    expect(server.received).toHaveLength(2)
    const [one, two] = server.received.map(({ headers }) => /Message-ID: .*/.exec(headers)?.[0])
    expect(two).toBe(one)
    expect(await outbox()).toEqual([])
  })

  it('gives up after a day and reports how many messages were lost', async () => {
    const server = await openServer()
    await server.close()
    const mailer = open(server.url)
    await mailer.post({ to: newAddress(), subject: 'x', text: 'x' })
    await mailer.deliver()
    await letTimePass('23 hours')
    await mailer.tidy()
    expect(await outbox()).toHaveLength(1)
    await letTimePass('2 hours')
    await mailer.tidy()
    expect(await outbox()).toEqual([])
    expect(mailer.reports.at(-1)).toBe(
      'deleted messages that could not be sent for a day {"messages":1}',
    )
  })
})

describe('without a mail server', () => {
  it('keeps messages in the outbox for a week', async () => {
    const mailer = open(undefined)
    const to = newAddress()
    await mailer.post({ to, subject: 'x', text: 'x' })
    await mailer.deliver()
    await letTimePass('6 days')
    await mailer.tidy()
    expect(await outbox()).toMatchObject([{ recipient: to, tries: 0 }])
    await letTimePass('2 days')
    await mailer.tidy()
    expect(await outbox()).toEqual([])
  })
})

it.each([
  ['another header', 'a@example.com\r\nBcc: b@example.com', 'x'],
  ['a second recipient', 'a@example.com, b@example.com', 'x'],
  ['a name and an address', 'B <b@example.com>', 'x'],
  ['no address', 'nobody', 'x'],
  ['another header in the subject', 'a@example.com', 'x\r\nBcc: b@example.com'],
])('refuses to post to %s', async (_what, to, subject) => {
  await expect(open(undefined).post({ to, subject, text: 'x' })).rejects.toThrow(/not one/)
  expect(await outbox()).toEqual([])
})

it('the database refuses text that could become another header', async () => {
  const insert = (recipient: string, subject: string) =>
    test.database.query(
      `insert into mail (id, recipient, subject, body) values (gen_random_uuid(), $1, $2, '')`,
      [recipient, subject],
    )
  await expect(insert('a@example.com\nBcc: b@example.com', 'x')).rejects.toThrow('one_line')
  await expect(insert('a@example.com', 'x\rBcc: b@example.com')).rejects.toThrow('one_line')
})
