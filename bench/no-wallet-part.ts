import { connect } from '@footnote/platform/database/connect'
import { answerMain } from './answer-main.ts'
import { listenWithWallet } from './listen-with-wallet.ts'

/** The service with nothing where the wallet is: every key is good and every debit is granted. */
const caller = { keyId: 'nobody', accountId: 'nobody', tools: null, expiry: null }

answerMain({
  listen({ upstreamUrl, databaseUrl }: { upstreamUrl: string; databaseUrl: string }) {
    const wallet = {
      authenticator: {
        authenticate: async () => caller,
        authenticateToken: async () => undefined,
        recall: () => undefined,
        followRevocations: async () => {},
        flushLastUse: async () => {},
      },
      debit: async () => ({
        outcome: 'admitted' as const,
        chargeState: 'held' as const,
        balanceUnits: 0n,
        expiresAt: null,
      }),
      settle: async () => ({ state: 'captured' as const }),
    }
    return listenWithWallet(wallet, { database: connect(databaseUrl), upstreamUrl })
  },
})
