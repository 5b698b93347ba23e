import { connect, type Database } from '@footnote/platform/database/connect'
import type { PoolClient } from 'pg'
import { createAuthenticator } from '../server/src/keys/authenticator.ts'
import type { Debit, DebitResult } from '../server/src/wallet/debit.ts'
import type { Settled, Settlement } from '../server/src/wallet/settle.ts'
import { answerMain } from './answer-main.ts'
import { listenWithWallet } from './listen-with-wallet.ts'

/** The service with a wallet as most gateways write it: a transaction per debit and per settling. */
answerMain({
  listen({ upstreamUrl, databaseUrl }: { upstreamUrl: string; databaseUrl: string }) {
    const database = connect(databaseUrl, { poolSize: 20 })
    const wallet = {
      authenticator: createAuthenticator(database),
      debit: (item: Debit) => inTransaction(database, client => debit(client, item)),
      settle: (item: Settlement) => inTransaction(database, client => settle(client, item)),
    }
    return listenWithWallet(wallet, { database, upstreamUrl })
  },
})

async function inTransaction<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function debit(client: PoolClient, item: Debit): Promise<DebitResult> {
  const { chargeId, accountId, keyId, tool, effort, costUnits, holdMs } = item
  const { rows } = await client.query<{ balance_units: bigint }>({
    name: 'lock',
    text: 'select balance_units from wallet where account_id = $1 for update',
    values: [accountId],
  })
  const [row] = rows
  if (!row || row.balance_units < costUnits) throw new Error('the benchmark ran out of money')
  const balanceUnits = row.balance_units - costUnits
  await client.query({
    name: 'spend',
    text: 'update wallet set balance_units = $2 where account_id = $1',
    values: [accountId, balanceUnits],
  })
  await client.query({
    name: 'charge',
    text: `insert into charge (id, account_id, key_id, tool, effort, cost_units, created_at, deadline_at)
           values ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp() + $7 * interval '1 ms')`,
    values: [chargeId, accountId, keyId, tool, effort, costUnits, holdMs],
  })
  await client.query({
    name: 'hold',
    text: `insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
           values ($1, 'wallet', 'held', $2, $3, $4, clock_timestamp())`,
    values: [accountId, costUnits, balanceUnits, chargeId],
  })
  return { outcome: 'admitted', chargeState: 'held', balanceUnits, expiresAt: null }
}

async function settle(client: PoolClient, { chargeId, outcome }: Settlement): Promise<Settled> {
  if (outcome !== 'captured') throw new Error('an answer failed in the benchmark')
  const { rows } = await client.query<{ account_id: string; cost_units: bigint; state: string }>({
    name: 'lock charge',
    text: 'select account_id, cost_units, state from charge where id = $1 for update',
    values: [chargeId],
  })
  const [row] = rows
  if (row?.state !== 'held') throw new Error('a charge was settled twice')
  await client.query({
    name: 'capture',
    text: `update charge set state = 'captured', settled_at = clock_timestamp() where id = $1`,
    values: [chargeId],
  })
  await client.query({
    name: 'move',
    text: `insert into movement (account_id, source, target, units, charge_id, created_at)
           values ($1, 'held', 'captured', $2, $3, clock_timestamp())`,
    values: [row.account_id, row.cost_units, chargeId],
  })
  return { state: 'captured' }
}
