import type { Database } from '@footnote/platform/database/connect'

export interface Wallet {
  readonly balanceUnits: bigint
  readonly accountState: 'active' | 'frozen' | 'closed'
}

export async function readWallet(database: Database, accountId: string): Promise<Wallet> {
  const { rows } = await database.query<{
    balance_units: bigint
    state: Wallet['accountState']
  }>({
    name: 'read_wallet',
    text: `select wallet.balance_units, account.state
           from wallet join account on account.id = wallet.account_id
           where wallet.account_id = $1`,
    values: [accountId],
  })
  const [row] = rows
  if (!row) throw new Error('an account has no wallet')
  return { balanceUnits: row.balance_units, accountState: row.state }
}
