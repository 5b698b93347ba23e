import type { OperatorPaymentsResponse } from '@footnote/contract/site/operator'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agoText } from '../../../ui/ago-text.ts'
import { counted } from '../../../ui/counted.ts'
import { Figure, Figures } from '../../../ui/figure.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useActionNotice } from '../action/use-action-notice.tsx'
import { OperatorError } from '../operator-error.tsx'
import { operatorPaymentsQuery, type PaymentsShown } from '../operator-queries.ts'
import { PaymentsTable } from './payments-table.tsx'

const FILTERS: readonly { value: PaymentsShown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'under_way', label: 'In progress' },
  { value: 'returned', label: 'Reversed' },
  { value: 'stray', label: 'Unmatched' },
]
const EMPTY: Readonly<Record<PaymentsShown, string>> = {
  all: 'No payments yet.',
  under_way: 'No payments in progress.',
  returned: 'No refunded or disputed payments.',
  stray: 'No unmatched money: everything received was credited.',
}

/** Recharges, and the state of the reconciliation with the payment provider. */
export function OperatorPaymentsPage() {
  const [show, setShow] = useState<PaymentsShown>('all')
  const { data, error, refetch, isPlaceholderData } = useQuery(operatorPaymentsQuery(show))
  const [notice, report] = useActionNotice()
  return (
    <>
      <PageTitle title="Payments" />
      <div className="space-y-6">
        {notice}
        {data ? (
          <Reconciliation reconciliation={data.reconciliation} />
        ) : (
          !error && <Skeleton className="h-[9.5rem] max-sm:h-[13.7rem]" />
        )}
        <Panel
          title="Recharges"
          description="Latest first."
          action={
            <Segments
              legend="Filter payments"
              name="shown"
              segments={FILTERS}
              chosen={show}
              onChoose={setShow}
            />
          }
        >
          {data ? (
            <div aria-busy={isPlaceholderData}>
              {data.payments.length === 0 ? (
                <p role="status" className="text-sm text-quiet">
                  {EMPTY[show]}
                </p>
              ) : (
                <PaymentsTable payments={data.payments} report={report} />
              )}
              {data.is_cut && (
                <p className="mt-4 text-sm text-quiet">
                  Showing the latest {counted(data.payments.length, 'payment')}. Find older ones
                  under their account.
                </p>
              )}
            </div>
          ) : error ? (
            <OperatorError error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="h-96" />
          )}
        </Panel>
      </div>
    </>
  )
}

function Reconciliation({
  reconciliation: { read_until, waiting, waiting_since },
}: {
  reconciliation: OperatorPaymentsResponse['reconciliation']
}) {
  const ago = (at: string) => agoText(new Date(at), new Date())
  return (
    <Panel title="Reconciliation with Stripe">
      <Figures>
        <Figure name="Read up to">{read_until === null ? 'Not set up' : ago(read_until)}</Figure>
        <Figure
          name="Waiting"
          isBad={waiting > 0}
          note={waiting === 0 ? 'all events processed' : 'events not processed yet'}
        >
          {waiting.toLocaleString('en-GB')}
        </Figure>
        <Figure name="Waiting since">{waiting_since === null ? 'None' : ago(waiting_since)}</Figure>
      </Figures>
    </Panel>
  )
}
