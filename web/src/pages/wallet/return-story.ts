import type { PaymentResponse } from '@footnote/contract/site/responses'
import { formatUsd } from '../../ui/money.tsx'
import { amountOf } from '../../ui/payment-words.ts'

interface ReturnStory {
  readonly tone: 'info' | 'good' | 'bad'
  readonly title: string
  readonly text: string
}

/** What to tell somebody who comes back from paying; never more than is known. */
export function returnStory(
  payment: PaymentResponse,
  { isLooking }: { isLooking: boolean },
): ReturnStory {
  const amount = formatUsd(amountOf(payment))
  switch (payment.state) {
    case 'paid':
      return { tone: 'good', title: `${amount} credited`, text: 'The payment has arrived.' }
    case 'processing':
      return {
        tone: 'info',
        title: `The payment of ${amount} is being processed`,
        text: 'Some ways of paying take several days. The wallet is credited by itself when the money arrives.',
      }
    case 'open':
      return isLooking
        ? {
            tone: 'info',
            title: 'Waiting for the payment provider',
            text: `Once the payment of ${amount} is confirmed, the wallet is credited, even if you leave this page. If you turned back, nothing was taken.`,
          }
        : {
            tone: 'info',
            title: `The payment of ${amount} has not been made`,
            text: 'Nothing was taken as far as the provider knows. You can still pay, or let it expire; a payment that turns up later is credited by itself.',
          }
    case 'expired':
      return {
        tone: 'info',
        title: `The payment of ${amount} was not made`,
        text: 'It was cancelled or has expired, and nothing was taken. Start a new recharge below.',
      }
    case 'failed':
      return {
        tone: 'bad',
        title: `The payment of ${amount} was declined`,
        text: 'Nothing was credited. Start a new recharge below, perhaps with another way of paying.',
      }
  }
}
