import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { walletQuery } from '../api/queries.ts'
import { Money } from '../ui/money.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const REFRESH_MS = 30_000

/** The current balance, polled because calls change it, linked to the wallet. */
export function BalanceLink() {
  const { data: wallet, isError } = useQuery({ ...walletQuery, refetchInterval: REFRESH_MS })
  return (
    <Link
      to={pages.wallet}
      className="flex min-h-10 items-center justify-between gap-3 rounded-lg border border-rule bg-raised px-3.5 py-2 text-sm hover:border-edge"
    >
      <span className="text-quiet">Balance</span>
      {wallet ? (
        <Money units={wallet.balance_units} className="font-medium" />
      ) : isError ? (
        <span className="text-quiet">unavailable</span>
      ) : (
        <Skeleton className="h-4 w-14" />
      )}
    </Link>
  )
}
