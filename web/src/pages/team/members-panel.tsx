import { pages } from '@footnote/contract/site/pages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { openFresh } from '../../shell/forget-memory.ts'
import { useMay } from '../../shell/use-may.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { refreshTeam, type TeamMember, teamQuery } from './team-queries.ts'
import { TransferDialog } from './transfer-dialog.tsx'

const WORDS = { owner: 'Owner', developer: 'Developer', viewer: 'Viewer' } as const

const COLUMNS: readonly Column<TeamMember>[] = [
  {
    name: 'Member',
    cell: ({ email, is_you }) => (
      <span className="font-medium wrap-anywhere max-md:text-right">
        {email} {is_you && <span className="font-normal text-quiet">(you)</span>}
      </span>
    ),
  },
  {
    name: 'Role',
    cell: ({ role }) => <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{WORDS[role]}</Badge>,
  },
  { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} dayOnly /> },
]

export function MembersPanel() {
  const { data, error, refetch } = useQuery(teamQuery)
  const isOwner = useMay('owner')
  const [removing, setRemoving] = useState<TeamMember>()
  const [promoting, setPromoting] = useState<TeamMember>()
  const [isLeaving, setIsLeaving] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  const [achieved, setAchieved] = useState('')
  const report = (words: string) => {
    setAchieved(words)
    result.current?.focus({ preventScroll: true })
  }
  const change = useMutation({
    mutationFn: async ({ user_id, role }: TeamMember) => {
      const other = role === 'viewer' ? 'developer' : 'viewer'
      await callSite('set_role', { params: { user_id }, body: { role: other } })
      await refreshTeam()
    },
    onSuccess: (_, { email, role }) =>
      report(`${email} is now a ${role === 'viewer' ? 'developer' : 'viewer'}.`),
  })
  const actions: Column<TeamMember> = {
    name: 'Actions',
    isNameHidden: true,
    isAmount: true,
    cell: member =>
      member.role !== 'owner' && (
        <div className="flex flex-wrap justify-end gap-2 max-md:mt-1 max-md:w-full">
          <Button
            className="max-md:grow"
            busy={change.isPending && change.variables.user_id === member.user_id}
            onClick={() => change.mutate(member)}
          >
            Make {member.role === 'viewer' ? 'developer' : 'viewer'}
            <span className="sr-only">: {member.email}</span>
          </Button>
          <Button className="max-md:grow" onClick={() => setPromoting(member)}>
            Make owner…<span className="sr-only"> {member.email}</span>
          </Button>
          <Button look="danger" className="max-md:grow" onClick={() => setRemoving(member)}>
            Remove<span className="sr-only"> {member.email}</span>
          </Button>
        </div>
      ),
  }
  return (
    <Panel
      title="Members"
      description="Developers make calls and manage keys, apps and webhooks. Viewers see usage, keys and receipts. Only the owner pays and manages the team."
      action={
        data && !isOwner && <Button onClick={() => setIsLeaving(true)}>Leave account…</Button>
      }
    >
      <ErrorNotice error={change.error} className="mb-4" />
      <ErrorNotice error={error} onRetry={refetch} className="mb-4" />
      <p ref={result} tabIndex={-1} role="status" className="text-sm text-good not-empty:mb-3">
        {achieved}
      </p>
      {data ? (
        <Table
          label="Members"
          columns={isOwner && data.members.length > 1 ? [...COLUMNS, actions] : COLUMNS}
          rows={data.members}
          rowKey={({ user_id }) => user_id}
        />
      ) : (
        !error && <Skeleton className="h-24" />
      )}
      <RemoveMemberDialog
        removing={removing}
        onRemoved={({ email }) => {
          setRemoving(undefined)
          report(`Removed ${email}.`)
        }}
        onClose={() => setRemoving(undefined)}
      />
      <TransferDialog member={promoting} onClose={() => setPromoting(undefined)} />
      <LeaveDialog isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </Panel>
  )
}

function LeaveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const leaving = useMutation({
    mutationFn: () => callSite('leave_team'),
    onSuccess: () => openFresh(pages.overview),
  })
  return (
    <Dialog title="Leave this account?" isOpen={isOpen} onClose={onClose}>
      <p className="text-sm">
        You lose access at once, and apps that you connected stop working. API keys that you created
        keep working until somebody revokes them. Your own account stays as it is.
      </p>
      <ErrorNotice error={leaving.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          Leave account
        </Button>
      </DialogActions>
    </Dialog>
  )
}
