import { pages } from '@footnote/contract/site/pages'
import type { SessionResponse, SiteWalletResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery, walletQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMay } from './use-may.ts'

/**
 * Notices about the wallet on every page: frozen, low, or test credit. Session and wallet are
 * loaded before the first page, so that a notice never pushes it down.
 */
export function MoneyNotices() {
  const { data: wallet } = useQuery(walletQuery)
  const { data: session } = useQuery(sessionQuery)
  return (
    <div className="space-y-2 not-empty:mb-6 print:hidden">
      {session?.service.payments === 'test' && <TestNotice service={session.service} />}
      {wallet && (
        <WalletNotice wallet={wallet} welcomeUnits={session?.service.welcome_units ?? 0} />
      )}
    </div>
  )
}

/** A freeze comes first, since recharging may not be enough to lift it. */
function WalletNotice({
  wallet,
  welcomeUnits,
}: {
  wallet: SiteWalletResponse
  welcomeUnits: number
}) {
  if (wallet.frozen_because !== null) return <Notice tone="bad">{wallet.frozen_because}</Notice>
  if (!isLow(wallet)) return null
  if (wallet.balance_units === 0) return <EmptyNotice />
  if (wallet.balance_units <= welcomeUnits)
    return <WelcomeNotice balanceUnits={wallet.balance_units} />
  return <LowNotice balanceUnits={wallet.balance_units} />
}

function isLow({ balance_units, notice_below_units }: SiteWalletResponse): boolean {
  return notice_below_units !== null && balance_units < notice_below_units
}

/** Not a warning, because every account starts out empty. */
function EmptyNotice() {
  return (
    <Notice>
      Your wallet is empty. <RechargeLink>Recharge</RechargeLink> to make calls.
    </Notice>
  )
}

/** Not a warning either, because every account starts out with this little. */
function WelcomeNotice({ balanceUnits }: { balanceUnits: number }) {
  return (
    <Notice>
      You have <Money units={balanceUnits} /> of credit. <RechargeLink>Recharge</RechargeLink> to
      make more calls.
    </Notice>
  )
}

function LowNotice({ balanceUnits }: { balanceUnits: number }) {
  return (
    <Notice tone="warn">
      Your balance is down to <Money units={balanceUnits} />. <RechargeLink>Recharge</RechargeLink>{' '}
      to keep your calls running.
    </Notice>
  )
}

function RechargeLink({ children }: { children: string }) {
  // Only the owner pays.
  if (!useMay('owner')) return children
  return (
    <Link to={pages.wallet} hash="recharge" className="font-medium underline underline-offset-2">
      {children}
    </Link>
  )
}

function TestNotice({ service }: { service: SessionResponse['service'] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-quiet">
      <Badge>Local mode</Badge>
      <span>
        Recharges add test credit
        {service.mail === 'outbox' && (
          <>
            . To read email, run <code className="font-mono">npx footnote outbox</code>
          </>
        )}
        .
      </span>
    </p>
  )
}
