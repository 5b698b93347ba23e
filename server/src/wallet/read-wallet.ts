import type { Database } from '@footnote/platform/database/connect'

export interface Wallet {
  readonly balanceUnits: bigint
  readonly accountState: 'active' | 'frozen' | 'closed'
}

export async function readWallet(database: Database, accountId: string): Promise<Wallet> {
  const [wallet] = await readWallets(database, [accountId])
  return wallet as Wallet
}

/** Returns one wallet for each account, in order. */
export async function readWallets(
  database: Database,
  accountIds: readonly string[],
): Promise<Wallet[]> {
  const { rows } = await database.query<{
    account_id: string
    balance_units: bigint
    state: Wallet['accountState']
  }>({
    name: 'read_wallets',
    text: `select wallet.account_id, wallet.balance_units, account.state
           from wallet join account on account.id = wallet.account_id
           where wallet.account_id = any($1)`,
    values: [accountIds],
  })
  const byAccount = new Map(rows.map(row => [row.account_id, row]))
  return accountIds.map(accountId => {
    const row = byAccount.get(accountId)
    if (!row) throw new Error('an account has no wallet')
    return { balanceUnits: row.balance_units, accountState: row.state }
  })
}
