import type { PaymentResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { Wordmark } from '../../ui/mark.tsx'
import { Money } from '../../ui/money.tsx'
import { paymentState } from '../../ui/payment-words.ts'
import { BuyerText, Fact, SellerText } from './receipt-parties.tsx'

/** Fixed locale and time zone, so that a receipt is the same wherever it is printed. */
const DATE = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const PROVIDERS = { stripe: 'Stripe', test: 'Test page' } as const

/** The receipt itself, the only part that is printed. */
export function ReceiptSheet({ payment }: { payment: PaymentResponse }) {
  const { data: session } = useQuery(sessionQuery)
  const titleId = useId()
  const { receipt_number, paid_at, email, seller, buyer, provider, reference, is_test } = payment
  return (
    <article
      aria-labelledby={titleId}
      className="max-w-2xl rounded-xl border border-rule bg-raised p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:text-[#000]"
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <Wordmark />
          <p className="mt-2 text-sm text-quiet wrap-anywhere print:text-[#000]">
            {session?.service.base_url}
          </p>
        </div>
        {is_test && <TestStamp />}
      </header>
      <h2 id={titleId} className="mt-8 font-serif text-2xl leading-tight font-semibold">
        Receipt
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 print:grid-cols-2">
        <SellerText seller={seller} />
        <BuyerText buyer={buyer} email={email} />
        <Fact name="Receipt number">{receipt_number ?? 'Not assigned yet'}</Fact>
        <Fact name="Date paid">
          {paid_at === null ? (
            'Unknown'
          ) : (
            <time dateTime={paid_at}>{DATE.format(new Date(paid_at))} UTC</time>
          )}
        </Fact>
        <Fact name="Status">{paymentState(payment).text}</Fact>
        <Fact name="Paid through">{PROVIDERS[provider]}</Fact>
        <Fact name="Provider reference">
          {reference === null ? (
            'None'
          ) : (
            <span className="font-mono text-[0.9em]">{reference}</span>
          )}
        </Fact>
      </dl>
      <Amounts payment={payment} />
      <p className="mt-8 text-sm text-quiet print:text-[#000]">
        {is_test
          ? 'Test payment: no money was charged. Not valid as proof of payment.'
          : 'Prepaid credit for calls to Footnote. Each call is listed in your wallet’s transactions.'}
      </p>
    </article>
  )
}

function TestStamp() {
  return (
    <p className="rotate-2 rounded-md border-2 border-accent px-3 py-1 text-center text-accent">
      <span className="block text-2xl leading-tight font-bold tracking-[0.2em]">TEST</span>
      <span className="block text-xs">no money was charged</span>
    </p>
  )
}

/** The amount paid, followed by refunds and disputes. */
function Amounts({ payment }: { payment: PaymentResponse }) {
  const { credited_units, refunded_units, disputed_units } = payment
  const hasChanged = refunded_units > 0 || disputed_units > 0
  return (
    <table className="mt-8 w-full text-sm break-inside-avoid">
      <thead>
        <tr className="border-b border-edge text-left">
          <th scope="col" className="py-2 font-medium">
            Description
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Amount in USD
          </th>
        </tr>
      </thead>
      <tbody>
        <Line name="Wallet recharge" units={credited_units} />
        <Line name="Total paid" units={credited_units} isTotal />
        {refunded_units > 0 && <Line name="Refunded" units={-refunded_units} />}
        {disputed_units > 0 && <Line name="Disputed" units={-disputed_units} />}
        {hasChanged && (
          <Line name="Remaining" units={credited_units - refunded_units - disputed_units} isTotal />
        )}
      </tbody>
    </table>
  )
}

function Line({
  name,
  units,
  isTotal = false,
}: {
  name: string
  units: number
  isTotal?: boolean
}) {
  return (
    <tr className={isTotal ? 'border-b border-edge font-semibold' : 'border-b border-rule'}>
      <th scope="row" className={`py-2.5 text-left ${isTotal ? '' : 'font-normal'}`}>
        {name}
      </th>
      <td className="py-2.5 text-right">
        <Money units={units} />
      </td>
    </tr>
  )
}
