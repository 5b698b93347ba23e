import { pages } from '@footnote/contract/site/pages'
import type { KeysResponse, SiteWalletResponse } from '@footnote/contract/site/responses'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'

export function BalanceCard({ wallet }: { wallet: SiteWalletResponse }) {
  return (
    <SummaryCard
      title="Balance"
      figure={<Money units={wallet.balance_units} />}
      detail={
        wallet.held_units > 0 ? (
          <>
            <Money units={wallet.held_units} /> more is held for calls that run.
          </>
        ) : (
          'Nothing is held for running calls.'
        )
      }
      action={<ButtonLink to={pages.wallet}>Recharge</ButtonLink>}
    />
  )
}

export function KeysCard({ keys }: { keys: KeysResponse['keys'] }) {
  const active = keys.filter(key => key.revoked_at === null).length
  return (
    <SummaryCard
      title="Active keys"
      figure={active}
      detail={
        <Link to={pages.keys} className="underline underline-offset-2 hover:text-ink">
          {active === 0 ? 'Create one under API keys' : 'Create, look at or revoke them'}
        </Link>
      }
    />
  )
}

function SummaryCard({
  title,
  figure,
  detail,
  action,
}: {
  title: string
  figure: ReactNode
  detail: ReactNode
  action?: ReactNode
}) {
  return (
    <Panel title={title} action={action}>
      <p className="font-serif text-4xl leading-none font-semibold tracking-tight tabular-nums wrap-anywhere">
        {figure}
      </p>
      <p className="mt-2.5 text-sm text-quiet">{detail}</p>
    </Panel>
  )
}
