import { pages } from '@footnote/contract/site/pages'
import type { SessionResponse, SiteWalletResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery, walletQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * What the owner must know of the money on whatever page they are: frozen, low, or not real. Session and
 * wallet are there before the first page is shown, so that none of this pushes a page down.
 */
export function MoneyNotices() {
  const { data: wallet } = useQuery(walletQuery)
  const { data: session } = useQuery(sessionQuery)
  return (
    <div className="space-y-2 not-empty:mb-6 print:hidden">
      {session?.service.payments === 'test' && <TestNotice service={session.service} />}
      {wallet && <WalletNotice wallet={wallet} />}
    </div>
  )
}

/** Frozen comes first: a recharge alone may not help then, and its reason says what does. */
function WalletNotice({ wallet }: { wallet: SiteWalletResponse }) {
  if (wallet.frozen_because !== null) return <Notice tone="bad">{wallet.frozen_because}</Notice>
  if (!isLow(wallet)) return null
  return wallet.balance_units === 0 ? (
    <EmptyNotice />
  ) : (
    <LowNotice balanceUnits={wallet.balance_units} />
  )
}

function isLow({ balance_units, notice_below_units }: SiteWalletResponse): boolean {
  return notice_below_units !== null && balance_units < notice_below_units
}

/** No warning: every account begins so. */
function EmptyNotice() {
  return (
    <Notice>
      The wallet is empty. <RechargeLink>Recharge it</RechargeLink> to make calls.
    </Notice>
  )
}

function LowNotice({ balanceUnits }: { balanceUnits: number }) {
  return (
    <Notice tone="warn">
      Only <Money units={balanceUnits} /> left in the wallet. <RechargeLink>Recharge</RechargeLink>{' '}
      so that calls do not stop.
    </Notice>
  )
}

function RechargeLink({ children }: { children: string }) {
  return (
    <Link to={pages.wallet} hash="recharge" className="font-medium underline underline-offset-2">
      {children}
    </Link>
  )
}

function TestNotice({ service }: { service: SessionResponse['service'] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-quiet">
      <Badge>Test machine</Badge>
      <span>
        Recharges take no money
        {service.mail === 'outbox' && (
          <>
            ; e-mail is read with <code className="font-mono">npx footnote outbox</code>
          </>
        )}
        .
      </span>
    </p>
  )
}
