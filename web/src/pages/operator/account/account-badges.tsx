import type { AccountsResponse } from '@footnote/contract/site/operator'
import { Badge } from '../../../ui/badge.tsx'

type Account = AccountsResponse['accounts'][number]

const STATES = {
  active: { name: 'Active', tone: 'good' },
  frozen: { name: 'Frozen', tone: 'bad' },
  closed: { name: 'Closed', tone: 'neutral' },
} as const

export function AccountBadges({
  account: { state, is_operator, is_claimed },
}: {
  account: Account
}) {
  const { name, tone } = STATES[state]
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Badge tone={tone}>{name}</Badge>
      {is_operator && <Badge tone="accent">Operator</Badge>}
      {!is_claimed && <Badge>No sign-in</Badge>}
    </span>
  )
}
