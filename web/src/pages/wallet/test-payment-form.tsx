import { pages } from '@footnote/contract/site/pages'
import type { PaymentResponse } from '@footnote/contract/site/responses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { callSite } from '../../api/call-site.ts'
import { paymentQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'

/** Two buttons that replace the provider's decision. */
export function TestPaymentForm({ payment }: { payment: PaymentResponse }) {
  const decide = useDecision(payment.payment_id)
  const { isPending, variables, data, error } = decide
  return (
    <>
      <div>
        <p className="text-sm text-quiet">Wallet recharge</p>
        <p className="text-3xl font-semibold tracking-tight">
          <Money units={payment.asked_units} />
        </p>
      </div>
      <p className="text-sm text-quiet">
        Paying adds test credit to your wallet, just as a real payment would add money. This page
        exists only in local mode, where calls cost no real money.
      </p>
      <ErrorNotice error={error} />
      {data?.state === 'open' && (
        <Notice>Payment declined. Nothing was credited. You can still pay.</Notice>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          look="primary"
          busy={isPending && variables === 'pay'}
          disabled={isPending}
          onClick={() => decide.mutate('pay')}
        >
          Pay (test)
        </Button>
        <Button
          busy={isPending && variables === 'decline'}
          disabled={isPending}
          onClick={() => decide.mutate('decline')}
        >
          Decline (test)
        </Button>
      </div>
    </>
  )
}

function useDecision(paymentId: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { queryKey } = paymentQuery(paymentId)
  return useMutation({
    mutationFn: (outcome: 'pay' | 'decline') =>
      callSite('test_payment', { params: { payment_id: paymentId }, body: { outcome } }),
    onSuccess: async payment => {
      if (payment.state !== 'open')
        await navigate({ to: pages.wallet, search: { payment: paymentId } })
      queryClient.setQueryData(queryKey, payment)
    },
    onError: error =>
      hasCode(error, 'PAYMENT_CLOSED') && queryClient.invalidateQueries({ queryKey }),
  })
}
