import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery, walletQuery } from '../api/queries.ts'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'

/** What the owner must know of the money on whatever page they are: frozen, low, or not real. */
export function MoneyNotices() {
  const { data: wallet } = useQuery(walletQuery)
  const { data: session } = useQuery(sessionQuery)
  if (!wallet) return null
  const { balance_units: balance, notice_below_units: below, frozen_because: frozen } = wallet
  const isLow = below !== null && balance < below
  return (
    <div className="space-y-2 not-empty:mb-6 print:hidden">
      {frozen !== null && <Notice tone="bad">{frozen}</Notice>}
      {isLow && (
        <Notice tone="warn">
          {balance === 0 ? (
            'The wallet is empty.'
          ) : (
            <>
              Only <Money units={balance} /> left in the wallet.
            </>
          )}{' '}
          <Link to={pages.wallet} className="font-medium underline underline-offset-2">
            Recharge
          </Link>{' '}
          so that calls do not stop.
        </Notice>
      )}
      {session?.service.payments === 'test' && (
        <Notice>
          A machine of your own: recharges are tests and take no money, and e-mail lands in{' '}
          <code className="font-mono text-[0.85em]">npx footnote outbox</code>.
        </Notice>
      )}
    </div>
  )
}
