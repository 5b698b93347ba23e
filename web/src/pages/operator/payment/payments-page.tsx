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
import { useTold } from '../action/use-told.tsx'
import { OperatorError } from '../operator-error.tsx'
import { operatorPaymentsQuery, type PaymentsShown } from '../operator-queries.ts'
import { PaymentsTable } from './payments-table.tsx'

const FILTERS: readonly { value: PaymentsShown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'under_way', label: 'Under way' },
  { value: 'returned', label: 'Returned' },
  { value: 'stray', label: 'Stray' },
]
const EMPTY: Readonly<Record<PaymentsShown, string>> = {
  all: 'Nobody has started a recharge yet.',
  under_way: 'No payment is under way.',
  returned: 'No payment was refunded or disputed.',
  stray: 'No money came in that is not credited.',
}

/** Recharges and what became of them, and how far the provider’s books have been read. */
export function OperatorPaymentsPage() {
  const [show, setShow] = useState<PaymentsShown>('all')
  const { data, error, refetch, isPlaceholderData } = useQuery(operatorPaymentsQuery(show))
  const [told, tell] = useTold()
  return (
    <>
      <PageTitle title="Payments" />
      <div className="space-y-6">
        {told}
        {data ? (
          <Reconciliation reconciliation={data.reconciliation} />
        ) : (
          !error && <Skeleton className="h-[9.5rem] max-sm:h-[13.7rem]" />
        )}
        <Panel
          title="Recharges"
          description="The latest first."
          action={
            <Segments
              legend="Which payments"
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
                <PaymentsTable payments={data.payments} tell={tell} />
              )}
              {data.is_cut && (
                <p className="mt-4 text-sm text-quiet">
                  Only the latest {counted(data.payments.length, 'payment')} are shown; find older
                  ones through their account.
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
    <Panel title="Reconciliation with the provider">
      <Figures>
        <Figure name="Read until">{read_until === null ? 'no provider' : ago(read_until)}</Figure>
        <Figure
          name="Waiting"
          isBad={waiting > 0}
          note={waiting === 0 ? 'nothing is missing here' : 'not brought here yet'}
        >
          {waiting.toLocaleString('en-GB')}
        </Figure>
        <Figure name="Waiting since">
          {waiting_since === null ? 'nothing waits' : ago(waiting_since)}
        </Figure>
      </Figures>
    </Panel>
  )
}
