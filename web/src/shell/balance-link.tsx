import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { walletQuery } from '../api/queries.ts'
import { Money } from '../ui/money.tsx'

/** The balance, wherever one is; it leads to where it is recharged. */
export function BalanceLink() {
  const { data: wallet } = useQuery({ ...walletQuery, refetchInterval: 30_000 })
  return (
    <Link
      to={pages.wallet}
      className="flex min-h-10 items-center justify-between gap-3 rounded-lg border border-rule bg-raised px-3.5 py-2 text-sm hover:border-edge"
    >
      <span className="text-quiet">Balance</span>
      {wallet ? (
        <Money units={wallet.balance_units} className="font-medium" />
      ) : (
        <span className="text-quiet">…</span>
      )}
    </Link>
  )
}
