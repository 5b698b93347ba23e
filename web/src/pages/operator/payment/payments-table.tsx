import type { OperatorPaymentsResponse } from '@footnote/contract/site/operator'
import { useState } from 'react'
import { callSite } from '../../../api/call-site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { amountOf, paymentState } from '../../../ui/payment-words.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AccountLink } from '../account-link.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import type { Report } from '../action/use-action-notice.tsx'
import { Ago } from '../ago.tsx'
import { IdText } from '../id-text.tsx'
import { ShortTable } from '../short-table.tsx'

type Payment = OperatorPaymentsResponse['payments'][number]

const ACCOUNT: Column<Payment> = {
  name: 'Account',
  cell: ({ account_id, email }) => <AccountLink accountId={account_id} email={email} />,
}
const COLUMNS: readonly Column<Payment>[] = [
  { name: 'Time', cell: ({ paid_at, created_at }) => <Time at={paid_at ?? created_at} /> },
  ACCOUNT,
  { name: 'State', cell: payment => <State payment={payment} /> },
  { name: 'Amount', isAmount: true, cell: payment => <Amount payment={payment} /> },
  {
    name: 'Reference',
    cell: ({ reference, payment_id }) => <IdText id={reference ?? payment_id} />,
  },
  {
    name: 'Checked',
    cell: ({ checked_at }) =>
      checked_at === null ? <span className="text-quiet">Never</span> : <Ago at={checked_at} />,
  },
]
const OF_ONE = COLUMNS.filter(column => column !== ACCOUNT)

/** Payments, each with a button that checks it with the provider. */
export function PaymentsTable({
  payments,
  few = false,
  isOfOne = false,
  report,
}: {
  payments: readonly Payment[]
  /** Shows only the first rows until expanded. */
  few?: boolean
  /** Leaves out the account column. */
  isOfOne?: boolean
  report: Report
}) {
  const [checking, setChecking] = useState<Payment>()
  const columns: readonly Column<Payment>[] = [
    ...(isOfOne ? OF_ONE : COLUMNS),
    {
      name: 'Check',
      isNameHidden: true,
      isAmount: true,
      cell: payment => (
        <Button
          className="whitespace-nowrap max-md:mt-1 max-md:w-full"
          onClick={() => setChecking(payment)}
        >
          Check now<span className="sr-only">: {payment.payment_id}</span>
        </Button>
      ),
    },
  ]
  const table = {
    label: 'Payments',
    columns,
    rows: payments,
    rowKey: ({ payment_id }: Payment) => payment_id,
  }
  return (
    <>
      {payments.length === 0 ? (
        <p className="text-sm text-quiet">No payments yet.</p>
      ) : few ? (
        <ShortTable {...table} />
      ) : (
        <Table {...table} />
      )}
      <CheckDialog payment={checking} onClose={() => setChecking(undefined)} report={report} />
    </>
  )
}

function CheckDialog({
  payment,
  onClose,
  report,
}: {
  payment: Payment | undefined
  onClose: () => void
  report: Report
}) {
  return (
    <ActionDialog
      title="Check this payment now?"
      confirm="Check payment"
      isOpen={payment !== undefined}
      onClose={onClose}
      send={note =>
        callSite('operator_check_payment', {
          params: { payment_id: payment?.payment_id ?? '' },
          body: note,
        })
      }
      onDone={() => {
        onClose()
        report({
          text: 'Checked the payment with the provider. The table shows its current state.',
        })
      }}
    >
      This asks the provider for the state of{' '}
      <span className="font-mono text-xs wrap-anywhere">
        {payment?.reference ?? payment?.payment_id}
      </span>{' '}
      and updates the wallet: a paid amount is credited once, a refunded amount is deducted.
    </ActionDialog>
  )
}

function State({ payment }: { payment: Payment }) {
  const { text, tone } = paymentState(payment)
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Badge tone={tone}>{text}</Badge>
      {payment.has_open_dispute && <Badge tone="bad">Open dispute</Badge>}
      {payment.has_stray_money && <Badge tone="bad">Unmatched money</Badge>}
      {payment.is_test && <Badge tone="accent">Test</Badge>}
    </span>
  )
}

/** The amount, and the parts refunded or disputed. */
function Amount({ payment }: { payment: Payment }) {
  const { refunded_units, disputed_units } = payment
  return (
    <span>
      <Money units={amountOf(payment)} />
      {refunded_units > 0 && (
        <span className="block text-xs text-quiet">
          <Money units={refunded_units} /> refunded
        </span>
      )}
      {disputed_units > 0 && (
        <span className="block text-xs text-bad">
          <Money units={disputed_units} /> disputed
        </span>
      )}
    </span>
  )
}
