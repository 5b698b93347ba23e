import { pages } from '@footnote/contract/site/pages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useMay } from '../../shell/use-may.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { AutoRechargePanel } from './auto-recharge-panel.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { NoticePanel } from './notice-panel.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { RechargePanel } from './recharge-panel.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { ReturnedPayment } from './returned-payment.tsx'
import { StatementsPanel } from './statements-panel.tsx'

export function WalletPage() {
  const { paymentId, forgetQuery } = useReturnedPayment()
  const isOwner = useMay('owner')
  return (
    <>
      <PageTitle
        title="Wallet"
        description="Calls are charged to your wallet before they run, and refunded if they fail."
      />
      {paymentId !== undefined && (
        <ReturnedPayment key={paymentId} paymentId={paymentId} onDecided={forgetQuery} />
      )}
      <div className="grid gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <BalancePanel />
        {isOwner && (
          <>
            <div id="recharge" className="scroll-mt-6 lg:row-span-2">
              <RechargePanel />
            </div>
            <NoticePanel />
          </>
        )}
      </div>
      <div className="mt-5 space-y-5">
        {isOwner && <AutoRechargePanel />}
        <PaymentsPanel />
        <StatementsPanel />
        {isOwner && <RefundPanel />}
        <MovementsPanel />
      </div>
    </>
  )
}

/**
 * The payment the reader returns from. It stays in the URL while it is undecided, so that a reload
 * keeps waiting, and is removed afterwards, so that the message does not appear again.
 */
function useReturnedPayment() {
  const { payment } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [paymentId, setPaymentId] = useState(payment)
  if (payment !== undefined && payment !== paymentId) setPaymentId(payment)
  const forgetQuery = useCallback(() => {
    void navigate({ to: pages.wallet, search: {}, replace: true, resetScroll: false })
  }, [navigate])
  return { paymentId, forgetQuery }
}
