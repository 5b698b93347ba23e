import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../shell/use-may.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { MembersPanel } from './members-panel.tsx'
import { invitationsQuery, teamQuery } from './team-queries.ts'

/** The members of the account, and for its owner also the invitations and the history. */
export function TeamPage() {
  const isOwner = useMay('owner')
  const { isPending } = useQuery(teamQuery)
  const invitations = useQuery({ ...invitationsQuery, enabled: isOwner })
  // Shown after the members, who would push it down.
  const isShown = isOwner && !isPending && !invitations.isPending
  return (
    <>
      <PageTitle title="Team" description="The people who share this account and its wallet." />
      <div className="space-y-6">
        <MembersPanel />
        {isShown && <InvitationsPanel />}
        {isShown && <HistoryPanel />}
      </div>
    </>
  )
}
