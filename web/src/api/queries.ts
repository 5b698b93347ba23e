import type { SitePart } from '@footnote/contract/site/operations'
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { callSite } from './call-site.ts'
import { keepMemberHint } from './member-hint.ts'
import { showAccount } from './shown-account.ts'
import { hasCode } from './site-error.ts'

let signedOut = () => {}
let accountChanged = () => {}

/** Sets the callback for replies that report the session has ended. */
export function onSignedOut(listener: () => void): void {
  signedOut = listener
}

/** Sets the callback for replies that report that the session works for another account. */
export function onAccountChanged(listener: () => void): void {
  accountChanged = listener
}

function noticeSession(error: Error): void {
  if (hasCode(error, 'SIGNED_OUT')) signedOut()
  if (hasCode(error, 'ACCOUNT_CHANGED')) accountChanged()
}

/** Time between attempts to reach the service. */
export const RECONNECT_MS = 3_000

/** Asks again while the data is open, and while the service can't be reached. */
export function pollWhile<Data>(isOpen: (data: Data | undefined) => boolean, everyMs: number) {
  return ({
    state: { data, error },
  }: {
    state: { data: Data | undefined; error: Error | null }
  }) => {
    if (hasCode(error, 'UNREACHABLE')) return RECONNECT_MS
    return isOpen(data) && everyMs
  }
}

/** The page's only cache; it does not outlive the page or a sign-out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSession }),
  mutationCache: new MutationCache({ onError: noticeSession }),
  defaultOptions: {
    // Offline, TanStack Query would pause requests and send them much later. `always` makes them fail
    // at once, so that the page can show it.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // The browser reports that its own connection returns, but not that the service does.
      refetchInterval: pollWhile(() => false, 0),
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && navigator.onLine && hasCode(error, 'UNREACHABLE'),
    },
    mutations: { networkMode: 'always' },
  },
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await callSite('session', { signal })
    keepMemberHint(session.account !== null)
    if (!showAccount(session.account?.account_id)) accountChanged()
    return session
  },
  staleTime: 60_000,
})
/** Removes all data of the account from the cache except its session. */
export function forgetData(): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
  })
}
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callSite('sessions', { signal }),
})
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callSite('passkeys', { signal }),
})
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => callSite('list_webhooks', { signal }),
})
const DELIVERIES_MS = 3_000
/** Asks again while something is on its way. */
export const deliveriesQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ['webhooks', endpointId, 'deliveries'],
    queryFn: ({ signal }) =>
      callSite('list_deliveries', { signal, params: { webhook_id: endpointId } }),
    refetchInterval: pollWhile<SitePart<'list_deliveries', 'response'>>(
      data => data?.deliveries.some(({ next_try_at }) => next_try_at !== null) === true,
      DELIVERIES_MS,
    ),
  })
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => callSite('keys', { signal }),
})
export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => callSite('wallet', { signal }),
})
export const movementsQuery = infiniteQueryOptions({
  queryKey: ['wallet', 'movements'],
  queryFn: ({ signal, pageParam }) =>
    callSite('movements', { signal, ...(pageParam !== null && { query: { before: pageParam } }) }),
  initialPageParam: null as string | null,
  getNextPageParam: page => page.before,
})
export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: ['wallet', 'statement', month],
    queryFn: ({ signal }) => callSite('statement', { signal, query: { month } }),
  })
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => callSite('billing', { signal }),
})
export const mailChoicesQuery = queryOptions({
  queryKey: ['mail-choices'],
  queryFn: ({ signal }) => callSite('mail_choices', { signal }),
})
export const autoRechargeQuery = queryOptions({
  queryKey: ['wallet', 'auto-recharge'],
  queryFn: ({ signal }) => callSite('auto_recharge', { signal }),
})
export const paymentsQuery = queryOptions({
  queryKey: ['wallet', 'payments'],
  queryFn: ({ signal }) => callSite('payments', { signal }),
})
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['wallet', 'payments', paymentId],
    queryFn: ({ signal }) => callSite('payment', { signal, params: { payment_id: paymentId } }),
  })
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => callSite('usage', { signal }),
})
export type CallsQuery = Omit<SitePart<'usage', 'query'>, 'cursor' | 'pages'>
export const callsQuery = (query: CallsQuery) =>
  infiniteQueryOptions({
    queryKey: ['usage', 'calls', query],
    queryFn: ({ signal, pageParam }) =>
      callSite('usage', {
        signal,
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next_cursor,
  })
export const spendingQuery = ({ days, to }: { days: number; to?: string }) =>
  queryOptions({
    queryKey: ['usage', 'spending', days, to],
    queryFn: ({ signal }) =>
      callSite('spending', {
        signal,
        query: { days: String(days), ...(to !== undefined && { to }) },
      }),
  })
export const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: ({ signal }) => callSite('shared_reports', { signal }),
})
export const openCallsQuery = queryOptions({
  queryKey: ['open-calls'],
  queryFn: ({ signal }) => callSite('open_calls', { signal }),
})
/** Reloads the balance, the open calls and the usage after a call has ended. */
export function refreshCalls(): void {
  for (const { queryKey } of [walletQuery, openCallsQuery, usageQuery])
    void queryClient.invalidateQueries({ queryKey })
}
/** A result is private text: it is dropped from the cache with the page that shows it. */
export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => callSite('task', { signal, params: { task_id: taskId } }),
    staleTime: 0,
    gcTime: 0,
  })
export const connectionQuery = (request: string) =>
  queryOptions({
    queryKey: ['connection', request],
    queryFn: () => callSite('describe_connection', { body: { query: request } }),
    retry: false,
  })
/** The sources of the service, which change only with a restart. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: ({ signal }) => callSite('sources', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const statusHistoryQuery = queryOptions({
  queryKey: ['status-history'],
  queryFn: ({ signal }) => callSite('status_history', { signal }),
  staleTime: 60_000,
})
export const statusQuery = (period: 'day' | 'month') =>
  queryOptions({
    queryKey: ['status', period],
    queryFn: ({ signal }) => callSite('status', { signal, query: { period } }),
    staleTime: 60_000,
  })
