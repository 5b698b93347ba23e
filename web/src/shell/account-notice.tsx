import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { Badge } from '../ui/badge.tsx'

/** Names the account on every page while the reader works for somebody else's. */
export function AccountNotice() {
  const { data } = useSuspenseQuery(sessionQuery)
  const { account } = data
  if (!account || account.role === 'owner') return null
  const owner = account.accounts.find(({ account_id }) => account_id === account.account_id)
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-quiet print:hidden">
      <Badge tone="accent">{account.role === 'viewer' ? 'Viewer' : 'Developer'}</Badge>
      <span className="wrap-anywhere">
        You’re working in the account of {owner?.owner_email}.
        {account.role === 'viewer' && ' You can see everything here, but not spend or change it.'}
      </span>
    </p>
  )
}
