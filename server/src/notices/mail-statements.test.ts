import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { listMail } from '../mail/outbox.ts'
import { confirmPayer } from '../testing/scenes/confirm-payer.ts'
import { createPayer, type Payer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { createDebit } from '../wallet/debit.ts'
import { readStatement } from '../wallet/read-statement.ts'
import { createSettle } from '../wallet/settle.ts'
import { setMailChoice } from './mail-choices.ts'
import { mailStatements } from './mail-statements.ts'

const PROCESS = join(import.meta.dirname, '../testing/processes/statement-process.ts')

let test: TestDatabase
/** The month of the test. */
let month: string
beforeAll(async () => {
  test = await createTestDatabase()
  month = new Date().toISOString().slice(0, 7)
})
afterAll(() => test.drop())

async function createOwner(): Promise<Payer> {
  const payer = await createPayer(test.database, '3')
  await confirmPayer(test.database, payer)
  return payer
}

async function call(
  { accountId }: Payer,
  effort: 'deep' | null,
  ended: 'captured' | 'refunded' | 'held',
) {
  const chargeId = randomUUIDv7()
  const tool = effort === null ? ('answer' as const) : ('research' as const)
  await createDebit(test.database)({
    ...{ chargeId, accountId, keyId: null, costUnits: 200_000n, tool, effort },
    ...{ holdMs: 60_000, instanceId: randomUUIDv7() },
  })
  const settle = createSettle(test.database)
  if (ended === 'captured') await settle({ chargeId, accountId, outcome: 'captured' })
  if (ended === 'refunded')
    await settle({ chargeId, accountId, outcome: 'refunded', cause: 'upstream_failed' })
}

/** A time by whose month the month of the test has ended. */
const monthLater = (minutes: number) => {
  const start = new Date(`${month}-01T00:00:00Z`)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1, 0, minutes))
}
const send = (now = monthLater(90)) =>
  mailStatements(test.database, { origin: () => 'https://footnote.example', now })
const mailTo = ({ email }: Payer) => listMail(test.database, { recipient: email, limit: 100 })

it('adds up a month by purpose, from the opening to the closing balance', async () => {
  const owner = await createOwner()
  await call(owner, null, 'captured')
  await call(owner, null, 'refunded')
  await call(owner, 'deep', 'held')
  const statement = await readStatement(test.database, { accountId: owner.accountId, month })
  expect(statement).toEqual({
    opening_units: 0,
    closing_units: 29_600_000,
    lines: [
      { kind: 'credit', tool: null, effort: null, count: 1, units: 30_000_000 },
      { kind: 'charge', tool: 'answer', effort: null, count: 2, units: -400_000 },
      { kind: 'refund', tool: 'answer', effort: null, count: 1, units: 200_000 },
      { kind: 'charge', tool: 'research', effort: 'deep', count: 1, units: -200_000 },
    ],
    is_complete: true,
  })
  const empty = { opening_units: 0, closing_units: 0, lines: [], is_complete: true }
  for (const other of ['2020-01', '2031-12'])
    expect(
      await readStatement(test.database, { accountId: owner.accountId, month: other }),
    ).toEqual(empty)
})

it('adds up a month by days if it takes too long at once', async () => {
  const owner = await createOwner()
  await call(owner, null, 'captured')
  await call(owner, null, 'refunded')
  await call(owner, 'deep', 'captured')
  await test.database.query('alter table movement disable trigger user')
  await test.database.query(
    'update movement set created_at = $2 where account_id = $1 and charge_id is null',
    [owner.accountId, `${month}-01T00:00:00Z`],
  )
  await test.database.query('alter table movement enable trigger user')
  const asked = { accountId: owner.accountId, month }
  const whole = await readStatement(test.database, asked)
  let days = 0
  const query = (...[config, ...rest]: Parameters<typeof test.database.query>) => {
    const [, from, until] = Object(config).values
    days = (until - from) / 86_400_000
    if (days > 1) throw Object.assign(new Error('canceled'), { code: '57014' })
    return test.database.query(config, ...rest)
  }
  const database = { query: query as typeof test.database.query }
  expect(await readStatement(database, asked)).toEqual(whole)
  expect([whole.lines.length, days]).toEqual([4, 1])
})

it('mails the statement once when processes race, an hour after the month', async () => {
  const owner = await createOwner()
  await call(owner, null, 'captured')
  await send(monthLater(-1))
  await send(monthLater(30))
  expect(await mailTo(owner)).toEqual([])
  await Promise.all([send(), send(), send()])
  await send()
  const mails = await mailTo(owner)
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Statement for \w+ \d{4} from/) }])
  expect(mails[0]?.body).toContain(
    'Opening balance: $0.00\nCredits (1): +$3.00\nAnswer (1): -$0.02\nClosing balance: $2.98\n',
  )
  expect(mails[0]?.body).toContain(`https://footnote.example/wallet/statements/${month}`)
})

it('mails the statement once when processes are killed before and after it is written', async () => {
  const owner = await createOwner()
  await call(owner, null, 'captured')
  const proxy = await startDatabaseProxy(test.connection)
  onTestFinished(proxy.close)
  const spawnProcess = () => {
    const options = { databaseUrl: proxy.url, now: monthLater(90) }
    const child = spawn(process.execPath, [PROCESS, JSON.stringify(options)], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const kill = async (child: ChildProcess) => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }

  const lock = await holdLock(
    test.connection,
    `select from account where id = '${owner.accountId}' for update`,
  )
  const first = spawnProcess()
  await lock.somebodyWaits()
  await kill(first)
  await lock.nobodyWaits()
  await lock.release()
  expect(await mailTo(owner)).toEqual([])

  const written = proxy.withholdReply('insert into mail')
  const second = spawnProcess()
  await written
  await kill(second)
  expect(await mailTo(owner)).toHaveLength(1)
  await send()
  expect(await mailTo(owner)).toHaveLength(1)
})

it('mails no statement without transactions, to nobody, or to owners who switched it off', async () => {
  const idle = await createOwner()
  await test.database.query(`update account set statement_month = $2::date where id = $1`, [
    idle.accountId,
    `${month}-01`,
  ])
  const unclaimed = await createPayer(test.database, '3')
  const quiet = await createOwner()
  const choice = { accountId: quiet.accountId, kind: 'statement' } as const
  await setMailChoice(test.database, { ...choice, isOn: false })
  await send()
  // Switching it on later brings no past statement.
  await setMailChoice(test.database, { ...choice, isOn: true })
  await send()
  const twoMonthsLater = new Date(monthLater(90).getTime() + 32 * 86_400_000)
  await send(twoMonthsLater)
  for (const payer of [idle, unclaimed, quiet]) expect(await mailTo(payer)).toEqual([])
  const { rows } = await test.database.query(
    `select count(*)::integer as behind from account
     where statement_month < date_trunc('month', $1::timestamptz at time zone 'UTC') - interval '1 month'`,
    [twoMonthsLater],
  )
  expect(rows).toEqual([{ behind: 0 }])
})

it('mails the others, and reports it, if one statement cannot be added up', async () => {
  const [large, small] = [await createOwner(), await createOwner()]
  for (const owner of [large, small]) await call(owner, null, 'captured')
  const query = (...[asked, ...rest]: Parameters<typeof test.database.query>) => {
    const { name, values } = Object(asked)
    if (name === 'read_statement' && values[0] === large.accountId) throw new Error('too large')
    return test.database.query(asked, ...rest)
  }
  const sent = mailStatements(
    { query: query as typeof test.database.query },
    { origin: () => 'https://footnote.example', now: monthLater(90) },
  )
  await expect(sent).rejects.toThrow('too large')
  expect(await mailTo(large)).toEqual([])
  expect(await mailTo(small)).toHaveLength(1)
  await send()
  expect(await mailTo(large)).toHaveLength(1)
})
