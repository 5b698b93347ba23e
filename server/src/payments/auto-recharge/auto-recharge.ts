import { randomUUIDv7 } from 'node:crypto'
import type { AutoRechargeRequest } from '@footnote/contract/site/requests'
import type {
  AutoRechargeResponse,
  RechargeFailure,
  Seller,
} from '@footnote/contract/site/responses'
import { toWireUnits } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../../api-error.ts'
import { centsToUnits } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'

interface Row {
  readonly brand: string | null
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
  readonly is_on: boolean | null
  readonly below_units: bigint | null
  readonly amount_units: bigint | null
  readonly month_cap_units: bigint | null
  readonly off_because: RechargeFailure | null
  readonly month_units: bigint
}

/** Reads an account's settings, with its card in one of Stripe's modes. */
export async function readAutoRecharge(
  database: Database,
  { accountId, isTest }: { accountId: string; isTest: boolean },
): Promise<AutoRechargeResponse> {
  const { rows } = await database.query<Row>(
    `select saved_card.brand, saved_card.last4, saved_card.exp_month, saved_card.exp_year,
       plan.is_on, plan.below_units, plan.amount_units, plan.month_cap_units, plan.off_because,
       (select coalesce(sum(greatest(asked_units, credited_units)), 0)::bigint from payment
        where payment.account_id = $1 and is_automatic and state not in ('failed', 'expired')
          and created_at >= utc_month(clock_timestamp()) at time zone 'UTC') as month_units
     from account
     left join auto_recharge as plan on plan.account_id = account.id
     left join saved_card on saved_card.account_id = account.id and saved_card.is_test = $2
     where account.id = $1`,
    [accountId, isTest],
  )
  const [row] = rows
  if (!row) throw new Error('an account was not found')
  const { brand, last4, exp_month, exp_year } = row
  return {
    card: brand === null ? null : { brand, last4, exp_month, exp_year },
    is_on: row.is_on ?? false,
    below_units: wireUnits(row.below_units),
    amount_units: wireUnits(row.amount_units),
    month_cap_units: wireUnits(row.month_cap_units),
    month_units: toWireUnits(row.month_units),
    off_because: row.off_because,
  }
}

function wireUnits(units: bigint | null): number | null {
  return units === null ? null : toWireUnits(units)
}

/** Turns automatic recharge on, changes it or turns it off. */
export async function setAutoRecharge(
  database: Database,
  { accountId, isTest, settings }: AutoRechargeRequest & { accountId: string; isTest: boolean },
): Promise<void> {
  if (!settings) {
    await database.query('select stop_auto_recharge($1, null)', [accountId])
    return
  }
  const { below_cents, amount_cents, month_cap_cents } = settings
  if (amount_cents < below_cents) refuse('amount_cents', 'must be at least below_cents')
  if (month_cap_cents < amount_cents) refuse('month_cap_cents', 'must be at least amount_cents')
  const { rows } = await database.query<{ is_set: boolean }>(
    'select set_auto_recharge($1, $2, $3, $4, $5) as is_set',
    [accountId, ...[below_cents, amount_cents, month_cap_cents].map(centsToUnits), isTest],
  )
  if (!rows[0]?.is_set) throw new ApiError('NO_CARD')
}

function refuse(field: string, message: string): never {
  throw new ApiError('INVALID_REQUEST', { errors: [{ path: `/settings/${field}`, message }] })
}

/** Forgets an account's card here; Stripe is asked to delete it afterwards. */
export async function removeCard(database: Database, accountId: string): Promise<void> {
  await database.query('select remove_card($1)', [accountId])
}

const MOST_PER_ROUND = 100

/** Lists accounts whose balance has fallen below their mark and that may be recharged now. */
export async function listDueAccounts(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ account_id: string }>(
    `select account_id from recharge_due where due_at <= clock_timestamp()
     order by due_at limit $1`,
    [MOST_PER_ROUND],
  )
  return rows.map(({ account_id }) => account_id)
}

/** Writes the payment of a due recharge; returns its id, or undefined if none is to be made now. */
export async function beginAutoRecharge(
  database: Database,
  {
    accountId,
    isTest,
    seller,
  }: { accountId: string; isTest: boolean; seller?: Seller | undefined },
): Promise<string | undefined> {
  const paymentId = randomUUIDv7()
  const { rows } = await database.query<{ outcome: string }>({
    name: 'begin_auto_recharge',
    text: 'select begin_auto_recharge($1, $2, $3, $4::jsonb) as outcome',
    values: [accountId, paymentId, isTest, seller && JSON.stringify(seller)],
  })
  return rows[0]?.outcome === 'begun' ? paymentId : undefined
}

/** Returns whether its owner still wants a recharge that has begun. */
export async function isRechargeWanted(
  database: Database,
  { account_id, customer_ref }: PaymentRow,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from account
     join wallet on wallet.account_id = account.id
     join auto_recharge on auto_recharge.account_id = account.id
     join saved_card on saved_card.account_id = account.id
     where account.id = $1 and account.state = 'active' and auto_recharge.is_on
       and wallet.balance_units < auto_recharge.below_units and saved_card.customer_ref = $2`,
    [account_id, customer_ref],
  )
  return rowCount === 1
}

/** Notes why a payment is about to fail, for its message. */
export async function noteFailure(
  database: Database,
  { paymentId, failure }: { paymentId: string; failure: RechargeFailure },
): Promise<void> {
  await database.query('update payment set failure = $2 where id = $1 and failure is null', [
    paymentId,
    failure,
  ])
}
