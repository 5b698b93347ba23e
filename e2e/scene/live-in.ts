import { randomUUID } from 'node:crypto'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { openGrant } from '../../server/src/connections/grants.ts'
import { setKeyLimits } from '../../server/src/keys/key-limits.ts'
import { createKey } from '../../server/src/keys/keys.ts'
import { openPayment } from '../../server/src/payments/open-payment.ts'
import { applySnapshot, type Snapshot, unpaid } from '../../server/src/payments/snapshot.ts'
import { type Backdated, backdate } from './backdate.ts'
import { giveMoney } from './give-money.ts'
import { payForCall } from './pay-for-call.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 45
const KEYS = [
  'production',
  'CI server',
  'research notebook',
  'Staging, the one behind the marketing site that nobody must forget to revoke',
  'mobile-backend',
  'evaluation',
]
const OLD_KEY = 'old laptop'
const CALLS: readonly { tool: Tool; effort: Effort | null }[] = [
  ...Array.from({ length: 6 }, () => ({ tool: 'answer', effort: null }) as const),
  { tool: 'research', effort: 'lite' },
  { tool: 'research', effort: 'standard' },
  { tool: 'research', effort: 'standard' },
  { tool: 'research', effort: 'deep' },
  { tool: 'finance_research', effort: 'deep' },
]
const RECHARGES = [
  { day: 0, cents: 5_000 },
  { day: 19, cents: 2_500 },
  { day: 33, cents: 10_000 },
]

export interface Life {
  readonly paidPaymentId: string
  readonly refundedPaymentId: string
  readonly openPaymentId: string
}

/** Weeks of an account's life: keys, recharges, calls, what was refunded, and what runs now. */
export async function liveIn(
  database: Database,
  { accountId, origin }: { accountId: string; origin: string },
): Promise<Life> {
  const random = createRandom()
  const charges: Backdated[] = []
  const payments: Backdated[] = []
  const keyIds = await createKeys(database, accountId)
  const urlOf = (id: string) => `${origin}/wallet/test-payment/${id}`
  const open = (amountCents: number) =>
    openPayment(database, { accountId, amountCents, provider: 'test', isTest: true, urlOf })
  const bring = (paymentId: string, version: bigint, snapshot: Snapshot) =>
    applySnapshot(database, { paymentId, version, snapshot })
  const paid = (cents: number) =>
    ({ ...unpaid('open'), state: 'paid', receivedUnits: BigInt(cents) * 100_000n }) as const

  for (let day = 0; day < DAYS; day += 1) {
    const morning = Math.floor((Date.now() - (DAYS - 1 - day) * DAY_MS) / DAY_MS) * DAY_MS
    const due = RECHARGES.find(recharge => recharge.day === day)
    if (due) {
      const id = await open(due.cents)
      await bring(id, 0n, paid(due.cents))
      payments.push({ id, at: new Date(morning + 6 * HOUR_MS) })
    }
    const isWeekend = [0, 6].includes(new Date(morning).getUTCDay())
    const count = day === 0 || isWeekend ? Math.floor(random() * 3) : 2 + Math.floor(random() * 11)
    for (let call = 0; call < count; call += 1) {
      const at = new Date(Math.min(morning + (7 + (12 * call) / count) * HOUR_MS, Date.now()))
      const { tool, effort } = pick(CALLS, random())
      // The first keys do most of the work.
      const keyId = pick(keyIds, random() ** 2)
      const outcome = random() < 0.06 ? 'refunded' : 'captured'
      const id = await payForCall(database, { accountId, keyId, tool, effort, outcome })
      charges.push({ id, at })
    }
  }
  await giveMoney(database, accountId, '2.5')
  const [first, refundedPayment] = payments
  if (!first || !refundedPayment) throw new Error('nothing was paid')
  await bring(refundedPayment.id, 1n, { ...paid(2_500), refundedUnits: 50_000_000n })
  const declined = await open(1_000)
  await bring(declined, 0n, unpaid('failed'))
  payments.push({ id: declined, at: new Date(Date.now() - 3 * DAY_MS) })
  await payForCall(database, {
    accountId,
    keyId: pick(keyIds, 0),
    tool: 'research',
    effort: 'exhaustive',
    outcome: 'held',
  })
  const openPaymentId = await open(2_500)
  await backdate(database, { charges, payments })
  await ageKeys(database, accountId)
  await limitKey(database, accountId, keyIds[0] ?? '')
  await connectApp(database, accountId)
  await addWebhook(database, accountId)
  await addTeam(database, accountId)
  return { paidPaymentId: first.id, refundedPaymentId: refundedPayment.id, openPaymentId }
}

async function createKeys(database: Database, accountId: string): Promise<string[]> {
  const ids: string[] = []
  for (const name of [...KEYS, OLD_KEY]) {
    const created = await createKey(database, { accountId, name })
    if (!created) throw new Error('the name is taken')
    ids.push(created.id)
  }
  return ids
}

/** An app that was connected and has spent some of its cap. */
async function connectApp(database: Database, accountId: string): Promise<void> {
  const clientId = randomUUID()
  await database.query(
    `insert into auth_client (id, client_id, name, redirect_uris) values ($1, $2, $3, '[]')`,
    [randomUUID(), clientId, 'Desktop assistant'],
  )
  const userId = await ownerOf(database, accountId)
  const grant = {
    ...{ accountId, userId, clientId },
    ...{ name: 'Desktop assistant', monthCapUnits: 100_000_000n },
  }
  const opened = await openGrant(database, grant)
  if (!('id' in opened)) throw new Error('the app was not connected')
  const call = { accountId, keyId: opened.id, tool: 'research', effort: 'deep' } as const
  await payForCall(database, { ...call, outcome: 'captured' })
}

async function ownerOf(database: Database, accountId: string): Promise<string> {
  const { rows } = await database.query<{ user_id: string }>(
    'select user_id from account where id = $1',
    [accountId],
  )
  return rows[0]?.user_id ?? ''
}

/** Members in each role, an invitation, and what they did. */
async function addTeam(database: Database, accountId: string): Promise<void> {
  const [developer, viewer] = [randomUUID(), randomUUID()]
  const developerEmail = `alan.turing.${developer.slice(0, 4)}@example.com`
  const viewerEmail = `hedy.lamarr.${viewer.slice(0, 4)}@example.com`
  await database.query(
    `insert into auth_user (id, email, email_verified) values ($1, $2, true), ($3, $4, true)`,
    [developer, developerEmail, viewer, viewerEmail],
  )
  await database.query(
    `insert into membership (account_id, user_id, role, created_at)
     values ($1, $2, 'developer', now() - interval '20 days'), ($1, $3, 'viewer', now() - interval '3 days')`,
    [accountId, developer, viewer],
  )
  await database.query(
    `insert into invitation (id, account_id, email, role, hash, invited_by, expires_at)
     values (gen_random_uuid(), $1, 'annie.easley@example.com', 'viewer', sha256($2), 'ada', now() + interval '6 days')`,
    [accountId, accountId],
  )
  await database.query(
    `update api_key set created_by = $2 where account_id = $1 and name in ('CI server', 'evaluation')`,
    [accountId, developer],
  )
  await database.query(
    `insert into account_action (id, account_id, actor, kind, subject, created_at)
     select uuidv7(), $1, coalesce(actor, account.email), kind, subject, now() - days * interval '1 day'
     from account, (values
       (null, 'invited', $2 || ' as a developer', 21), ($2, 'joined', 'as a developer', 20),
       ($2, 'key_created', 'CI server', 18), ($2, 'webhook_created', 'example.com', 12),
       ($2, 'key_limits_changed', 'production', 9), ($3, 'joined', 'as a viewer', 3),
       ('API key CI server', 'webhook_secret_rotated', 'example.com', 2),
       (null, 'invited', 'annie.easley@example.com as a viewer', 1)
     ) as done (actor, kind, subject, days)
     where account.id = $1`,
    [accountId, developerEmail, viewerEmail],
  )
}

/** A webhook with deliveries in each state. */
async function addWebhook(database: Database, accountId: string): Promise<void> {
  const endpointId = randomUUID()
  await database.query(
    `insert into webhook_endpoint (id, account_id, url, events, sealed_secret)
     values ($1, $2, 'https://example.com/hooks/footnote', '{task.completed,task.failed,key.limit_reached}', '')`,
    [endpointId, accountId],
  )
  await database.query(
    `insert into webhook_delivery
       (id, endpoint_id, event_id, kind, body, created_at, next_try_at, tries, delivered_at, last_status, last_fault)
     values
       (uuidv7(), $1, uuidv7(), 'task.completed', '{}', now() - interval '3 days', null, 14, null, null, 'timed_out'),
       (uuidv7(), $1, uuidv7(), 'key.limit_reached', '{}', now() - interval '2 hours', now() + interval '1 hour', 6, null, 503, null),
       (uuidv7(), $1, uuidv7(), 'task.completed', '{}', now() - interval '1 hour', null, 1, now(), 204, null)`,
    [endpointId],
  )
}

async function limitKey(database: Database, accountId: string, keyId: string): Promise<void> {
  await setKeyLimits(database, {
    accountId,
    keyId,
    limits: {
      dayCapUnits: 50_000_000n,
      monthCapUnits: 250_000_000n,
      tools: ['answer', 'research'],
      callsPerMinute: 60,
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    },
  })
}

async function ageKeys(database: Database, accountId: string): Promise<void> {
  await database.query(
    `update api_key set
       created_at = created_at - interval '46 days',
       last_used_at = (select max(created_at) from charge where charge.key_id = api_key.id),
       revoked_at = case when name = $2 then clock_timestamp() - interval '2 days' end
     where account_id = $1`,
    [accountId, OLD_KEY],
  )
  await database.query(
    `insert into auth_session
       (id, user_id, token, ip_address, user_agent, created_at, updated_at, expires_at)
     select gen_random_uuid(), user_id, $2, '203.0.113.7',
       'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
       clock_timestamp() - interval '9 days', clock_timestamp() - interval '5 hours',
       clock_timestamp() + interval '20 days'
     from account where id = $1`,
    [accountId, randomUUID()],
  )
}

function pick<Item>(items: readonly Item[], fraction: number): Item {
  const item = items[Math.floor(fraction * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** A fixed sequence of random numbers, so that screenshots can be compared. */
function createRandom(): () => number {
  let state = 20_261_115
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
