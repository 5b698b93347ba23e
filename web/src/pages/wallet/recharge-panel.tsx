import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RechargeForm } from './recharge-form.tsx'

/** The recharge form, or the reason why there is none. */
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
      <p>You can’t recharge on this server yet. You can still spend your balance.</p>
      <p className="text-quiet">
        If you run this server, connect Stripe by setting <Name>FOOTNOTE_STRIPE_KEY</Name> and{' '}
        <Name>FOOTNOTE_STRIPE_WEBHOOK_SECRET</Name>, or credit a wallet with{' '}
        <Name>npx footnote wallet credit</Name>.
      </p>
    </div>
  )
}

function Name({ children }: { children: string }) {
  return <code className="font-mono text-[0.85em] break-words text-ink">{children}</code>
}
