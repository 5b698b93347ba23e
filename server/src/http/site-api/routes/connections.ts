import { UNITS_PER_USD } from '@footnote/contract/units'
import { visitorOf } from '../read-request.ts'
import type { SiteRoutes } from '../site-route.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n

export const connectionRoutes: Pick<SiteRoutes, 'describe_connection' | 'accept_connection'> = {
  describe_connection: ({ connections }, { member, body, request }) =>
    connections.describe(member, visitorOf(request), body.query),

  accept_connection: async ({ connections }, { member, body, request }) => {
    const monthCapUnits = BigInt(body.month_cap_cents) * UNITS_PER_CENT
    const { query } = body
    return { url: await connections.accept(member, visitorOf(request), { query, monthCapUnits }) }
  },
}
