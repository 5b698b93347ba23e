import type { AccountActionsResponse, TeamResponse } from '@footnote/contract/site/team'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { queryClient } from '../../api/queries.ts'

export type TeamMember = TeamResponse['members'][number]
export type AccountAction = AccountActionsResponse['actions'][number]

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => callSite('team', { signal }),
})
export const invitationsQuery = queryOptions({
  queryKey: ['team', 'invitations'],
  queryFn: ({ signal }) => callSite('invitations', { signal }),
})
export const accountActionsQuery = infiniteQueryOptions({
  queryKey: ['team', 'actions'],
  queryFn: ({ signal, pageParam }) =>
    callSite('account_actions', {
      signal,
      ...(pageParam !== null && { query: { before: pageParam } }),
    }),
  initialPageParam: null as string | null,
  getNextPageParam: page => page.before,
})
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => callSite('describe_invitation', { body: { token } }),
    retry: false,
  })

/** Reloads the members, the invitations and the history after a change. */
export function refreshTeam(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
}
