import type { SiteWalletResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { walletQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Balance, pending charges and debt. */
export function BalancePanel() {
  const { data: wallet, error, refetch } = useQuery(walletQuery)
  return (
    <Panel
      title="Balance"
      action={
        wallet && wallet.account_state !== 'active' && <Badge tone="bad">Spending frozen</Badge>
      }
    >
      {wallet ? (
        <Balance wallet={wallet} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <div className="space-y-4">
          <Skeleton className="h-12 w-40" />
          <Skeleton className="h-[3.25rem]" />
        </div>
      )}
    </Panel>
  )
}

function Balance({ wallet }: { wallet: SiteWalletResponse }) {
  return (
    <div className="space-y-4">
      <p className="font-serif text-4xl leading-12 font-semibold tracking-tight">
        <Money units={wallet.balance_units} />
      </p>
      <dl className="space-y-3 border-t border-rule pt-3 text-sm">
        <Part
          name="Pending"
          units={wallet.held_units}
          note="Already deducted; refunded if the call fails."
        />
        {wallet.debt_units > 0 && (
          <Part
            name="Owed"
            units={wallet.debt_units}
            isBad
            note="A payment was refunded or disputed after you spent part of it. Your next recharge pays this first."
          />
        )}
      </dl>
    </div>
  )
}

function Part({
  name,
  units,
  note,
  isBad = false,
}: {
  name: string
  units: number
  note: ReactNode
  isBad?: boolean
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4">
      <dt>{name}</dt>
      <dd className={isBad ? 'font-medium text-bad' : 'font-medium'}>
        <Money units={units} />
      </dd>
      <dd className="col-span-2 text-quiet">{note}</dd>
    </div>
  )
}
