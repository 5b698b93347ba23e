import { siteLimits } from '@footnote/contract/site/limits'
import { GIVEN_ROLES, type GivenRole, type InvitationsResponse } from '@footnote/contract/site/team'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { invitationsQuery, refreshTeam } from './team-queries.ts'

type Invitation = InvitationsResponse['invitations'][number]

export function InvitationsPanel() {
  const { data, error, refetch } = useQuery(invitationsQuery)
  const result = useRef<HTMLParagraphElement>(null)
  const [achieved, setAchieved] = useState('')
  const report = (words: string) => {
    setAchieved(words)
    result.current?.focus({ preventScroll: true })
  }
  const withdrawal = useMutation({
    mutationFn: async ({ invitation_id }: Invitation) => {
      await callSite('withdraw_invitation', { params: { invitation_id } })
      await refreshTeam()
    },
    onSuccess: (_, { email }) => report(`Withdrew the invitation of ${email}.`),
  })
  return (
    <Panel
      title="Invite"
      description={`We mail a link that works for ${siteLimits.invitationDays} days, for this address only. A new invitation replaces the one before.`}
    >
      <InviteForm onInvited={email => report(`Invited ${email}.`)} />
      <p ref={result} tabIndex={-1} role="status" className="text-sm text-good not-empty:mt-4">
        {achieved}
      </p>
      <ErrorNotice error={withdrawal.error} className="mt-4" />
      <ErrorNotice error={error} onRetry={refetch} className="mt-4" />
      {data !== undefined && data.invitations.length > 0 && (
        <div className="mt-5">
          <Table
            label="Open invitations"
            rows={data.invitations}
            rowKey={({ invitation_id }) => invitation_id}
            columns={[
              {
                name: 'Invited',
                cell: ({ email }) => (
                  <span className="font-medium wrap-anywhere max-md:text-right">{email}</span>
                ),
              },
              { name: 'Role', cell: ({ role }) => WORDS[role] },
              { name: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} dayOnly /> },
              {
                name: 'Actions',
                isNameHidden: true,
                isAmount: true,
                cell: invitation => (
                  <Button
                    className="max-md:grow"
                    busy={
                      withdrawal.isPending &&
                      withdrawal.variables.invitation_id === invitation.invitation_id
                    }
                    onClick={() => withdrawal.mutate(invitation)}
                  >
                    Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
                  </Button>
                ),
              },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}

const WORDS: Readonly<Record<GivenRole, string>> = { developer: 'Developer', viewer: 'Viewer' }

function InviteForm({ onInvited }: { onInvited: (email: string) => void }) {
  const [role, setRole] = useState<GivenRole>('developer')
  const element = useRef<HTMLFormElement>(null)
  const form = useSiteForm({
    send: async values => {
      const email = values('email')
      await callSite('invite', { body: { email, role } })
      element.current?.reset()
      onInvited(email)
      await refreshTeam()
    },
  })
  return (
    <form {...form.props} ref={element} className="space-y-4">
      <Field
        className="max-w-md"
        name="email"
        label="Email of the person"
        type="email"
        autoComplete="off"
        required
        error={form.errorOf('email')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          legend="Role"
          name="role"
          segments={GIVEN_ROLES.map(value => ({ value, label: WORDS[value] }))}
          chosen={role}
          onChoose={setRole}
        />
        <Button type="submit" look="primary" busy={form.isBusy}>
          Send invitation
        </Button>
      </div>
      <ErrorNotice error={form.error} />
    </form>
  )
}
