import { pages } from '@footnote/contract/site/pages'
import type { KeysResponse, SiteWalletResponse } from '@footnote/contract/site/responses'
import type { ReactNode } from 'react'
import { agoText } from '../../ui/ago-text.ts'
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
            Another <Money units={wallet.held_units} /> is pending for running calls.
          </>
        ) : (
          'No pending charges.'
        )
      }
      action={<ButtonLink to={pages.wallet}>Recharge</ButtonLink>}
    />
  )
}

export function KeysCard({ keys }: { keys: KeysResponse['keys'] }) {
  const active = keys.filter(key => key.revoked_at === null)
  const lastUse = active
    .flatMap(key => key.last_used_at ?? [])
    .sort()
    .at(-1)
  return (
    <SummaryCard
      title="Active keys"
      figure={active.length}
      detail={
        lastUse !== undefined
          ? `Last used ${agoText(new Date(lastUse), new Date())}.`
          : active.length > 0
            ? 'Not used yet.'
            : 'Your code authenticates with an API key.'
      }
      action={<ButtonLink to={pages.access}>Manage</ButtonLink>}
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
