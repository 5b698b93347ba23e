import type { SessionsResponse } from '@footnote/contract/site/responses'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callSite } from '../../api/call-site.ts'
import { sessionsQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { describeDevice } from './describe-device.ts'

type Session = SessionsResponse['sessions'][number]

export function SessionsPanel() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const result = useRef<HTMLParagraphElement>(null)
  const revoke = useMutation({
    /** Without a session, signs out all others. */
    mutationFn: async (session: Session | undefined) => {
      if (session) await callSite('revoke_session', { params: { session_id: session.session_id } })
      else await callSite('revoke_other_sessions')
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    // The focused button disappeared with its row.
    onSuccess: () => result.current?.focus({ preventScroll: true }),
  })
  const hasOthers = data?.sessions.some(({ is_current }) => !is_current) ?? false
  return (
    <Panel
      title="Sessions"
      description="Sign out any device you don’t recognize, then change your password."
      className="print:hidden"
      action={
        hasOthers && (
          <Button
            onClick={() => revoke.mutate(undefined)}
            busy={revoke.isPending && revoke.variables === undefined}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ErrorNotice error={revoke.error} className="mb-4" />
      <ErrorNotice error={error} onRetry={refetch} className="mb-4" />
      <p ref={result} tabIndex={-1} role="status" className="text-sm text-good not-empty:mb-3">
        {revoke.isSuccess &&
          (revoke.variables
            ? `Signed out ${describeDevice(revoke.variables.user_agent)}.`
            : 'Signed out everywhere else.')}
      </p>
      {data ? (
        <SessionsTable
          sessions={data.sessions}
          busyId={revoke.isPending ? revoke.variables?.session_id : undefined}
          onRevoke={revoke.mutate}
        />
      ) : (
        !error && <Skeleton className="h-24" />
      )}
    </Panel>
  )
}

function SessionsTable({
  sessions,
  busyId,
  onRevoke,
}: {
  sessions: readonly Session[]
  busyId: string | undefined
  onRevoke: (session: Session) => void
}) {
  return (
    <Table
      label="Sessions"
      rows={sessions}
      rowKey={({ session_id }) => session_id}
      columns={[
        {
          name: 'Device',
          cell: ({ user_agent }) => (
            <span title={user_agent ?? undefined} className="font-medium">
              {describeDevice(user_agent)}
            </span>
          ),
        },
        {
          name: 'IP address',
          cell: ({ address }) => <span className="break-all">{address ?? 'Unknown'}</span>,
        },
        { name: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
        { name: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
        {
          name: 'Action',
          isNameHidden: true,
          cell: session =>
            session.is_current ? (
              <Badge tone="accent">This device</Badge>
            ) : (
              <Button
                onClick={() => onRevoke(session)}
                busy={busyId === session.session_id}
                aria-label={`Sign out ${describeDevice(session.user_agent)}`}
              >
                Sign out
              </Button>
            ),
        },
      ]}
    />
  )
}
