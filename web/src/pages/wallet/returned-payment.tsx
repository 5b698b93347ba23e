import { pages } from '@footnote/contract/site/pages'
import type { PaymentResponse } from '@footnote/contract/site/responses'
import { type QueryFilters, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callSite } from '../../api/call-site.ts'
import {
  autoRechargeQuery,
  movementsQuery,
  paymentQuery,
  paymentsQuery,
  walletQuery,
} from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUndecided } from '../../ui/payment-words.ts'
import { returnStory } from './return-story.ts'

const ACTION =
  'cursor-pointer font-medium underline underline-offset-2 disabled:cursor-default disabled:opacity-55'
const ASK_AGAIN_MS = 3_000

/** Shows the payment the reader returns from, polled until it is decided. */
export function ReturnedPayment({
  paymentId,
  onDecided,
}: {
  paymentId: string
  onDecided: () => void
}) {
  const { data: payment, error, isFetching, isPolling, refetch } = useAwaitedPayment(paymentId)
  const isDecided = payment ? !isUndecided(payment) : hasCode(error, 'NOT_FOUND')
  useRefreshedLists(payment?.state)
  useEffect(() => {
    if (isDecided) onDecided()
  }, [isDecided, onDecided])
  const story = payment
    ? returnStory(payment, { isPolling })
    : storyWithout(error, { paymentIsUnknown: isDecided })
  return (
    <Notice tone={story.tone} className="mb-5 flex min-h-36 flex-col gap-1 sm:min-h-26">
      <p className="font-medium">{story.title}</p>
      <p className={story.tone === 'info' ? 'text-quiet' : ''}>{story.text}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        {payment?.state === 'paid' && <Credited paymentId={paymentId} />}
        {payment?.state === 'open' && payment.url !== null && (
          <a href={payment.url} className={ACTION}>
            Continue payment
          </a>
        )}
        {!isDecided && !isPolling && (
          <button
            type="button"
            className={ACTION}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            Check again
          </button>
        )}
      </p>
    </Notice>
  )
}

function Credited({ paymentId }: { paymentId: string }) {
  const wallet = useCreditedWallet(paymentId)
  return (
    <>
      <span>
        {wallet === undefined ? (
          'Loading your balance…'
        ) : (
          <>
            Your balance is now <Money units={wallet.balance_units} className="font-medium" />.
          </>
        )}
      </span>
      <Link to={pages.receipt} params={{ paymentId }} className={ACTION}>
        Receipt
      </Link>
    </>
  )
}

function storyWithout(error: Error | null, { paymentIsUnknown }: { paymentIsUnknown: boolean }) {
  if (paymentIsUnknown)
    return {
      tone: 'bad' as const,
      title: 'Payment not found',
      text: 'Your account has no payment with this ID. If you paid with another account, sign in to that one.',
    }
  if (error)
    return {
      tone: 'bad' as const,
      title: 'Can’t load the payment',
      text: `${error.message} If you paid, we credit your wallet automatically.`,
    }
  return {
    tone: 'info' as const,
    title: 'Checking your payment',
    text: 'This takes a moment.',
  }
}

/** Polls a payment, ever more slowly, until it is decided or the polling gives up. */
function useAwaitedPayment(paymentId: string) {
  const query = useQuery({
    ...paymentQuery(paymentId),
    staleTime: ({ state: { data } }) => (data && !isUndecided(data) ? Infinity : 0),
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      (data && !isUndecided(data)) || hasCode(error, 'NOT_FOUND')
        ? false
        : pollPauseMs(dataUpdateCount + errorUpdateCount),
  })
  const state = useQueryClient().getQueryState(paymentQuery(paymentId).queryKey)
  const polls = (state?.dataUpdateCount ?? 0) + (state?.errorUpdateCount ?? 0)
  return { ...query, isPolling: pollPauseMs(polls) !== false }
}

/**
 * The wallet, loaded after the payment was seen as paid. A reply to an earlier request may not
 * include the credit, so any such request is cancelled.
 */
function useCreditedWallet(paymentId: string) {
  const queryClient = useQueryClient()
  const { isSuccess } = useQuery({
    queryKey: [...paymentQuery(paymentId).queryKey, 'credited'],
    queryFn: async ({ signal }) => {
      const wallet = await callSite('wallet', { signal })
      await queryClient.cancelQueries({ queryKey: walletQuery.queryKey, exact: true })
      queryClient.setQueryData(walletQuery.queryKey, wallet)
      return true
    },
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => (data ? false : ASK_AGAIN_MS),
  })
  const { data: wallet } = useQuery(walletQuery)
  return isSuccess ? wallet : undefined
}

/** Reloads the page's other lists once the payment is decided. */
function useRefreshedLists(state: PaymentResponse['state'] | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (state === undefined || state === 'open') return
    const lists: QueryFilters[] = [
      { queryKey: movementsQuery.queryKey },
      { queryKey: paymentsQuery.queryKey, exact: true },
      // The payment may have saved a card.
      { queryKey: autoRechargeQuery.queryKey },
    ]
    for (const list of lists) {
      // A request already on its way may not include the decision.
      void queryClient.cancelQueries(list).then(() => queryClient.invalidateQueries(list))
    }
  }, [state, queryClient])
}

/**
 * Short at first, since most payments are confirmed within seconds; two and a half minutes in
 * total.
 */
const PAUSES_SECONDS = [2, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 15, 15, 15, 15, 15]

/** Pause after a number of polls of a payment; false when polling should stop. */
export function pollPauseMs(polls: number): number | false {
  const seconds = PAUSES_SECONDS[Math.max(polls - 1, 0)]
  return seconds !== undefined && seconds * 1_000
}
