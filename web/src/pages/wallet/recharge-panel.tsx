import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RechargeForm } from './recharge-form.tsx'

/** How money gets in here, or why it cannot. */
export function RechargePanel() {
  const { data: session } = useQuery(sessionQuery)
  const payments = session?.service.payments
  return (
    <Panel
      title="Recharge"
      className="h-full"
      action={payments === 'test' && <Badge tone="accent">Test</Badge>}
    >
      {payments === undefined ? (
        <Skeleton className="h-64" />
      ) : payments === 'none' ? (
        <NotSetUp />
      ) : (
        <RechargeForm isTest={payments === 'test'} />
      )}
    </Panel>
  )
}

function NotSetUp() {
  return (
    <div className="space-y-3 text-sm">
      <p>Recharging is not set up here. What is in the wallet can be spent as usual.</p>
      <p className="text-quiet">
        Whoever runs this service can connect Stripe by setting <Name>FOOTNOTE_STRIPE_KEY</Name> and{' '}
        <Name>FOOTNOTE_STRIPE_WEBHOOK_SECRET</Name>, or credit this wallet from the command line
        with <Name>npx footnote wallet credit</Name>.
      </p>
    </div>
  )
}

function Name({ children }: { children: string }) {
  return <code className="font-mono text-[0.85em] break-words text-ink">{children}</code>
}
