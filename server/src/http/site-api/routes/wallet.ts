import { UNITS_PER_USD } from '@footnote/contract/units'
import { setNotice } from '../../../notices/set-notice.ts'
import { listMovements } from '../../../wallet/list-movements.ts'
import { readSiteWallet } from '../../../wallet/read-site-wallet.ts'
import type { SiteRoutes } from '../site-route.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n

export const walletRoutes: Pick<SiteRoutes, 'wallet' | 'movements' | 'set_notice'> = {
  wallet: async ({ database }, { member }) => readSiteWallet(database, member.accountId),
  movements: async ({ database }, { member, query }) =>
    listMovements(database, { accountId: member.accountId, before: query.before }),
  set_notice: async ({ database }, { member, body }) => {
    const { below_cents } = body
    const belowUnits = below_cents === null ? null : BigInt(below_cents) * UNITS_PER_CENT
    await setNotice(database, { accountId: member.accountId, belowUnits })
    return { status: 'done' }
  },
}
