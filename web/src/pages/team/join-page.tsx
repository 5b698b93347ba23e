import { pages } from '@footnote/contract/site/pages'
import type { DescribeInvitationResponse } from '@footnote/contract/site/team'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { callSite } from '../../api/call-site.ts'
import { hasCode } from '../../api/site-error.ts'
import { openFresh } from '../../shell/forget-memory.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { invitationQuery } from './team-queries.ts'

/** Names the account, the inviter and the role of an invitation, and lets the reader accept it. */
export function JoinPage() {
  const { token } = useSearch({ strict: false })
  return (
    <div className="mx-auto max-w-lg">
      {token === undefined ? <Refused /> : <Invitation token={token} />}
    </div>
  )
}

function Invitation({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(invitationQuery(token))
  if (data) return <AcceptForm invitation={data} token={token} />
  if (hasCode(error, 'INVITATION_INVALID')) return <Refused />
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  return <Skeleton className="h-72" />
}

const DUTIES = {
  developer:
    'Make calls from its wallet, read its tasks and usage, and manage its keys, apps and webhooks.',
  viewer: 'See its usage, keys, receipts and statements. You can’t spend or change anything.',
} as const

function AcceptForm({
  invitation: { owner_email, invited_by, role, expires_at },
  token,
}: {
  invitation: DescribeInvitationResponse
  token: string
}) {
  const acceptance = useMutation({
    mutationFn: () => callSite('accept_invitation', { body: { token } }),
    onSuccess: () => openFresh(pages.overview),
  })
  return (
    <>
      <PageTitle
        title="Join this account?"
        description="You keep your own account and can switch between both at any time."
      />
      <div className="space-y-5 rounded-xl border border-rule bg-raised p-5">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-quiet">Account of</dt>
          <dd className="font-medium wrap-anywhere max-sm:-mt-2">{owner_email}</dd>
          <dt className="text-quiet">Invited by</dt>
          <dd className="font-medium wrap-anywhere max-sm:-mt-2">{invited_by}</dd>
          <dt className="text-quiet">Your role</dt>
          <dd className="max-sm:-mt-2">
            <span className="font-medium">{role === 'viewer' ? 'Viewer' : 'Developer'}</span>
            <span className="block text-quiet">{DUTIES[role]}</span>
          </dd>
          <dt className="text-quiet">They see</dt>
          <dd className="max-sm:-mt-2">
            Your email address, what you change in their account and what your calls cost.
            Developers can open results that the service still holds, such as those of background
            tasks.
          </dd>
          <dt className="text-quiet">Expires</dt>
          <dd className="max-sm:-mt-2">
            <Time at={expires_at} dayOnly />
          </dd>
        </dl>
        <ErrorNotice error={acceptance.error} />
        <div className="grid gap-2 sm:grid-cols-2">
          <Button look="primary" busy={acceptance.isPending} onClick={() => acceptance.mutate()}>
            Join
          </Button>
          <ButtonLink to={pages.overview}>Not now</ButtonLink>
        </div>
      </div>
    </>
  )
}

function Refused() {
  return (
    <>
      <PageTitle
        title="This invitation can’t be used"
        description="It has expired, was withdrawn, or was sent to another email address. Sign in with the address that received it, or ask for a new one."
      />
      <ButtonLink to={pages.overview}>Go to Overview</ButtonLink>
    </>
  )
}
