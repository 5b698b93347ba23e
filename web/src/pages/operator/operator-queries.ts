import type { SitePart } from '@footnote/contract/site/operations'
import type { ActionsResponse } from '@footnote/contract/site/operator'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'

export type PaymentsShown = NonNullable<SitePart<'operator_payments', 'query'>['show']>
export type Action = ActionsResponse['actions'][number]

/** Prefix of every query in the admin area, since one action may change any of them. */
export const OPERATOR_KEY = ['operator'] as const

const REFRESH_MS = 15_000
const REFRESH_SELDOM_MS = 30_000

export const overviewQuery = queryOptions({
  queryKey: [...OPERATOR_KEY, 'overview'],
  queryFn: ({ signal }) => callSite('operator_overview', { signal }),
  refetchInterval: REFRESH_SELDOM_MS,
})
export const refundsQuery = (days: number) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'refunds', days],
    queryFn: ({ signal }) =>
      callSite('operator_refunds', { signal, query: { days: String(days) } }),
    placeholderData: keepPreviousData,
  })
/**
 * Search text is usually someone's email address, so it is dropped from the cache with the page.
 */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'accounts', search],
    queryFn: ({ signal }) => callSite('operator_accounts', { signal, body: { search } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'account', accountId],
    queryFn: ({ signal }) =>
      callSite('operator_account', { signal, params: { account_id: accountId } }),
    refetchInterval: REFRESH_SELDOM_MS,
  })
export const accountMovementsQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: [...OPERATOR_KEY, 'movements', accountId],
    queryFn: ({ signal, pageParam }) =>
      callSite('operator_movements', {
        signal,
        params: { account_id: accountId },
        ...(pageParam !== null && { query: { before: pageParam } }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.before,
  })
export const operatorPaymentsQuery = (show: PaymentsShown) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'payments', show],
    queryFn: ({ signal }) => callSite('operator_payments', { signal, query: { show } }),
    placeholderData: keepPreviousData,
  })
export const heldQuery = queryOptions({
  queryKey: [...OPERATOR_KEY, 'held'],
  queryFn: ({ signal }) => callSite('operator_held', { signal }),
  refetchInterval: REFRESH_MS,
})
export const healthQuery = queryOptions({
  queryKey: [...OPERATOR_KEY, 'health'],
  queryFn: ({ signal }) => callSite('operator_health', { signal }),
  refetchInterval: REFRESH_MS,
})
export const auditsQuery = queryOptions({
  queryKey: [...OPERATOR_KEY, 'audits'],
  queryFn: ({ signal }) => callSite('operator_audits', { signal }),
})
export const actionsQuery = infiniteQueryOptions({
  queryKey: [...OPERATOR_KEY, 'actions'],
  queryFn: ({ signal, pageParam }) =>
    callSite('operator_actions', {
      signal,
      ...(pageParam !== null && { query: { before: pageParam } }),
    }),
  initialPageParam: null as string | null,
  getNextPageParam: page => page.before,
})
