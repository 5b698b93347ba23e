import { pages } from '@footnote/contract/site/pages'
import type { PaymentResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paymentsQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { amountOf, paymentState } from '../../ui/payment-words.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const FEW = 3
const REFRESH_MS = 30_000
const LINK = 'inline-block min-h-6 text-accent underline underline-offset-2'
const COLUMNS: readonly Column<PaymentResponse>[] = [
  { name: 'Time', cell: ({ paid_at, created_at }) => <Time at={paid_at ?? created_at} /> },
  { name: 'State', cell: payment => <State payment={payment} /> },
  {
    name: 'Amount',
    isAmount: true,
    cell: payment => <Money units={amountOf(payment)} />,
  },
  { name: 'Receipt', isAmount: true, cell: payment => <Way payment={payment} /> },
]

/** Every recharge that was started, with its receipt once it is paid. */
export function PaymentsPanel() {
  // An automatic recharge may add one at any time.
  const { data, error, refetch } = useQuery({ ...paymentsQuery, refetchInterval: REFRESH_MS })
  return (
    <Panel title="Payments and receipts">
      {data === undefined ? (
        error ? (
          <ErrorNotice error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-32" />
        )
      ) : data.payments.length === 0 ? (
        <EmptyState title="No payments yet">
          <p className="text-sm text-quiet">Your recharges will appear here with their receipts.</p>
        </EmptyState>
      ) : (
        <Payments payments={data.payments} />
      )}
    </Panel>
  )
}

function Payments({ payments }: { payments: readonly PaymentResponse[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const hidden = payments.length - FEW
  return (
    <>
      <Table
        label="Payments and receipts"
        columns={COLUMNS}
        rows={isWhole ? payments : payments.slice(0, FEW)}
        rowKey={({ payment_id }) => payment_id}
      />
      {hidden > 0 && (
        <Button className="mt-4" aria-expanded={isWhole} onClick={() => setIsWhole(was => !was)}>
          {isWhole ? 'Show fewer' : `Show ${hidden} more`}
        </Button>
      )}
    </>
  )
}

function State({ payment }: { payment: PaymentResponse }) {
  const { text, tone } = paymentState(payment)
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{text}</Badge>
      {payment.is_automatic && <Badge>Automatic</Badge>}
      {payment.is_test && <Badge tone="accent">Test</Badge>}
    </span>
  )
}

/** Link to the receipt, or to the payment page while the payment is open. */
function Way({
  payment: { payment_id, receipt_number, state, url },
}: {
  payment: PaymentResponse
}) {
  if (state === 'paid')
    return (
      <Link to={pages.receipt} params={{ paymentId: payment_id }} className={LINK}>
        {receipt_number === null ? 'Receipt' : `No. ${receipt_number}`}
      </Link>
    )
  if (state === 'open' && url !== null)
    return (
      <a href={url} className={LINK}>
        Continue payment
      </a>
    )
  return <span className="text-quiet">None</span>
}
