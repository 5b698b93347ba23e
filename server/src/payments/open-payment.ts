import { randomUUIDv7 } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Seller } from '@footnote/contract/site/responses'
import { UNITS_PER_USD } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n
const MOST_PER_HOUR = 20

export const centsToUnits = (cents: number) => BigInt(cents) * UNITS_PER_CENT
export const unitsToCents = (units: bigint) => Number(units / UNITS_PER_CENT)

/** Stores a payment before the provider gets it, so that none can come back unknown. */
export async function openPayment(
  database: Database,
  options: {
    accountId: string
    amountCents: number
    provider: 'stripe' | 'test'
    isTest: boolean
    /** True to save the card that it is paid with. */
    savesCard?: boolean
    /** Copied for the receipt, so that it stays as it was issued. */
    seller?: Seller | undefined
    /** The page to pay on, if it is known already. */
    urlOf?: (paymentId: string) => string
  },
): Promise<string> {
  const { accountId, amountCents, provider, isTest, savesCard = false, seller, urlOf } = options
  const { least, most } = siteLimits.rechargeCents
  if (!Number.isInteger(amountCents) || amountCents < least || amountCents > most) {
    throw new ApiError('INVALID_REQUEST', {
      errors: [
        { path: '/amount_cents', message: `must be a whole number from ${least} to ${most}` },
      ],
    })
  }
  const id = randomUUIDv7()
  const { rowCount } = await database.query(
    `insert into payment (id, account_id, provider, is_test, asked_units, url, seller, saves_card)
     select $1, account.id, $3, $4, $5, $6, $8::jsonb, $9 from account
     where account.id = $2 and account.state <> 'closed' and (
       select count(*) from payment
       where account_id = $2 and created_at > clock_timestamp() - interval '1 hour'
     ) < $7
     -- A closure that is under way is waited for.
     for key share of account`,
    [
      ...[id, accountId, provider, isTest, centsToUnits(amountCents), urlOf?.(id), MOST_PER_HOUR],
      seller && JSON.stringify(seller),
      savesCard,
    ],
  )
  if (rowCount === 0) throw new ApiError((await isClosed()) ? 'SIGNED_OUT' : 'TOO_MANY_ATTEMPTS')
  return id

  async function isClosed(): Promise<boolean> {
    const closed = await database.query(`select from account where id = $1 and state = 'closed'`, [
      accountId,
    ])
    return closed.rowCount === 1
  }
}
