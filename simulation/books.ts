import type { World } from './world.ts'

/** A charge as the books have it. Times are when it was committed, in milliseconds. */
export interface BookedCharge {
  readonly id: string
  readonly account_id: string
  /** The name of the key that paid. */
  readonly caller: string
  readonly state: 'held' | 'captured' | 'refunded'
  readonly cause: string | null
  readonly cost_units: bigint
  readonly debited_at: number
  readonly refunded_at: number | null
  readonly refunds: number
}

export interface Books {
  readonly charges: readonly BookedCharge[]
  readonly balanceUnits: ReadonlyMap<string, bigint>
  readonly open: number
}

export async function readBooks(world: World): Promise<Books> {
  const { database } = world
  const { rows: charges } = await database.query<BookedCharge>(
    `select charge.id, charge.account_id, api_key.name as caller, charge.state, charge.cost_units,
       charge.refund_cause as cause, money.*
     from charge
     join api_key on api_key.id = charge.key_id
     cross join lateral (
       select
         extract(epoch from min(committed_at) filter (where source = 'wallet'))::float8 * 1000
           as debited_at,
         extract(epoch from min(committed_at) filter (where target = 'wallet'))::float8 * 1000
           as refunded_at,
         count(*) filter (where target = 'wallet')::integer as refunds
       from (
         select source, target, pg_xact_commit_timestamp(movement.xmin) as committed_at
         from movement where charge_id = charge.id
       ) as moved
     ) as money
     order by charge.id`,
  )
  const { rows: wallets } = await database.query<{ account_id: string; balance_units: bigint }>(
    'select account_id, balance_units from wallet',
  )
  const balanceUnits = new Map(wallets.map(row => [row.account_id, row.balance_units]))
  return { charges, balanceUnits, open: await countOpen(world) }
}

/** How many charges are held, or captured while nobody has confirmed the delivery. */
export async function countOpen({ database }: World): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::integer as count from open_charge',
  )
  return rows[0]?.count ?? 0
}
