import { pages } from '@footnote/contract/site/pages'
import type { PaymentResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { paymentQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TestPaymentForm } from './test-payment-form.tsx'

/** Replaces a payment provider's page in local mode. */
export function TestPaymentPage() {
  const { paymentId = '' } = useParams({ strict: false })
  const { data: payment, error, refetch } = useQuery(paymentQuery(paymentId))
  return (
    <div className="mx-auto max-w-lg">
      <PageTitle title="Test payment" />
      <div className="overflow-hidden rounded-xl border-2 border-dashed border-accent">
        <p className="flex items-center gap-2.5 bg-accent-wash px-5 py-3 text-sm font-medium text-accent">
          <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
          This is a test. No money is charged.
        </p>
        <div className="space-y-5 bg-raised p-5">
          {payment ? (
            <Step payment={payment} />
          ) : hasCode(error, 'NOT_FOUND') ? (
            <Ended title="Payment not found">Your account has no payment with this ID.</Ended>
          ) : error ? (
            <ErrorNotice error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="h-52" />
          )}
        </div>
      </div>
    </div>
  )
}

function Step({ payment }: { payment: PaymentResponse }) {
  if (payment.provider !== 'test')
    return <Ended title="Not a test payment">Complete this payment on the provider’s page.</Ended>
  switch (payment.state) {
    case 'open':
      return <TestPaymentForm payment={payment} />
    case 'processing':
    case 'paid':
      return <Ended title="Already paid">This test payment has already been credited.</Ended>
    case 'failed':
      return <Ended title="Declined">This test payment was declined. Start a new recharge.</Ended>
    case 'expired':
      return <Ended title="Expired">This test payment has expired. Start a new recharge.</Ended>
  }
}

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState title={title}>
      <p className="text-sm text-quiet">{children}</p>
      <ButtonLink to={pages.wallet}>Go to wallet</ButtonLink>
    </EmptyState>
  )
}
