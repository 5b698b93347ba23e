import type { PaymentResponse } from '@footnote/contract/site/responses'
import { formatUsd } from '../../ui/money.tsx'
import { amountOf } from '../../ui/payment-words.ts'

interface ReturnStory {
  readonly tone: 'info' | 'good' | 'bad'
  readonly title: string
  readonly text: string
}

/** Message for a reader who returns from the payment page. */
export function returnStory(
  payment: PaymentResponse,
  { isPolling }: { isPolling: boolean },
): ReturnStory {
  const amount = formatUsd(amountOf(payment))
  switch (payment.state) {
    case 'paid':
      return { tone: 'good', title: `${amount} credited`, text: 'Your payment arrived.' }
    case 'processing':
      return {
        tone: 'info',
        title: `Your payment of ${amount} is processing`,
        text: 'Some payment methods take several days. We credit your wallet as soon as the money arrives.',
      }
    case 'open':
      return isPolling
        ? {
            tone: 'info',
            title: 'Waiting for the payment provider',
            text: `We credit your wallet once your payment of ${amount} is confirmed, even if you leave this page. If you didn’t pay, nothing was charged.`,
          }
        : {
            tone: 'info',
            title: `Your payment of ${amount} is not complete`,
            text: 'The payment provider reports no payment yet. Continue the payment, or let it expire. If your money arrives later, we credit it automatically.',
          }
    case 'expired':
      return {
        tone: 'info',
        title: `Your payment of ${amount} was not completed`,
        text: 'It was cancelled or has expired, and nothing was charged. Start a new recharge below.',
      }
    case 'failed':
      return {
        tone: 'bad',
        title: `Your payment of ${amount} was declined`,
        text: 'Nothing was credited. Start a new recharge below with another payment method.',
      }
  }
}
