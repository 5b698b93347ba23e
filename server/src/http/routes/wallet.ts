import { toUsd, toWireUnits } from '@footnote/contract/units'
import { readWallet } from '../../wallet/read-wallet.ts'
import type { FreeRoute } from '../route.ts'

export const wallet: FreeRoute = async ({ database }, { accountId }) => {
  const { balanceUnits } = await readWallet(database, accountId)
  return { balance_usd: toUsd(balanceUnits), balance_units: toWireUnits(balanceUnits) }
}
