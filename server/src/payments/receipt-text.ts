import type { PaymentResponse } from '@footnote/contract/site/responses'
import { usdText } from '@footnote/contract/usd-text'

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A receipt as plain text, with all that bookkeeping needs. */
export function receiptText(payment: PaymentResponse, { url }: { url: string }): string {
  const { seller, buyer, email, receipt_number, paid_at, reference, is_test } = payment
  const usd = usdText(BigInt(payment.credited_units))
  const facts = [
    ['Receipt number', receipt_number ?? ''],
    ['Date paid', paid_at === null ? '' : DATE.format(new Date(paid_at))],
    ['Seller', seller ? `${seller.legal_name}, ${seller.address}` : ''],
    ['Buyer', buyerText(buyer) || email],
    ['Tax ID of the buyer', buyer?.tax_id ?? ''],
    ['Wallet recharge', `$${usd}`],
    ['Total paid', `$${usd} USD`],
    ['Payment reference', reference ?? ''],
  ].filter(([, value]) => value !== '')
  return [
    is_test
      ? 'This was a test payment: no money was charged.'
      : `Thank you. $${usd} was added to your Footnote wallet.`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `Print it or save it as PDF: ${url}`,
    '',
  ].join('\n\n')
}

function buyerText(buyer: PaymentResponse['buyer']): string {
  if (!buyer) return ''
  return [buyer.name, ...buyer.address.split('\n')].filter(Boolean).join(', ')
}
