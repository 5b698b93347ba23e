import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { paymentQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** The receipt of one payment. */
export function ReceiptPage() {
  const { paymentId = '' } = useParams({ strict: false })
  // Always reloaded, because a payment or refund may have just changed it.
  const { data: payment, error, refetch } = useQuery({ ...paymentQuery(paymentId), staleTime: 0 })
  const isPaid = payment?.state === 'paid'
  return (
    <>
      <div className="print:hidden">
        <div className="mb-3 flex items-center justify-between gap-4">
          <Link
            to={pages.wallet}
            className="inline-flex min-h-10 items-center gap-1.5 text-sm text-quiet hover:text-ink"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Wallet
          </Link>
          <Button disabled={!isPaid} onClick={() => print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        </div>
        <PageTitle
          title={isPaid && payment.receipt_number ? `Receipt ${payment.receipt_number}` : 'Receipt'}
        />
      </div>
      {isPaid ? (
        <ReceiptSheet payment={payment} />
      ) : payment ? (
        <NoReceipt title="No receipt yet">
          You’ll find the receipt here once the payment is complete. Your wallet shows its state.
        </NoReceipt>
      ) : hasCode(error, 'NOT_FOUND') ? (
        <NoReceipt title="Receipt not found">Your account has no payment with this ID.</NoReceipt>
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-[38rem] max-w-2xl" />
      )}
    </>
  )
}

function NoReceipt({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState title={title}>
      <p className="text-sm text-quiet">{children}</p>
      <ButtonLink to={pages.wallet}>Go to wallet</ButtonLink>
    </EmptyState>
  )
}
