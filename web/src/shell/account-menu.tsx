import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { callSite } from '../api/call-site.ts'
import { sessionQuery } from '../api/queries.ts'
import { ErrorNotice } from '../ui/notice.tsx'
import { signOutPage } from './forget-memory.ts'
import { switchAccount } from './switch-account.ts'

/** The signed-in user, the accounts that they can switch to, and a sign-out button. */
export function AccountMenu() {
  const { data } = useSuspenseQuery(sessionQuery)
  const signOut = useMutation({
    mutationFn: () => callSite('sign_out'),
    onSuccess: () => signOutPage(),
  })
  return (
    <div className="min-w-0 text-sm">
      <p className="truncate" title={data.account?.email}>
        {data.account?.email}
      </p>
      <AccountSwitch />
      <button
        type="button"
        onClick={() => signOut.mutate()}
        disabled={signOut.isPending}
        className="min-h-6 cursor-pointer text-quiet underline-offset-2 hover:text-ink hover:underline"
      >
        Sign out
      </button>
    </div>
  )
}

/** Nothing for readers who have only their own account. */
function AccountSwitch() {
  const { data } = useSuspenseQuery(sessionQuery)
  const switching = useMutation({ mutationFn: switchAccount })
  const { account } = data
  if (!account || account.accounts.length < 2) return null
  return (
    <details className="my-1">
      <summary className="min-h-6 cursor-pointer text-quiet underline-offset-2 hover:text-ink hover:underline">
        Switch account
      </summary>
      <ul className="my-1 max-h-60 space-y-0.5 overflow-y-auto">
        {account.accounts.map(({ account_id, owner_email, role }) => {
          const isCurrent = account_id === account.account_id
          return (
            <li key={account_id}>
              <button
                type="button"
                aria-current={isCurrent || undefined}
                disabled={isCurrent || switching.isPending}
                onClick={() => switching.mutate(account_id)}
                className="w-full cursor-pointer rounded-md px-2 py-1.5 text-left hover:bg-sheet disabled:cursor-default disabled:bg-sheet"
              >
                <span className="block truncate" title={owner_email}>
                  {owner_email}
                </span>
                <span className="block text-xs text-quiet">
                  {role === 'owner' ? 'Your own account' : `You’re a ${role}`}
                  {isCurrent && ', current'}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <ErrorNotice error={switching.error} />
    </details>
  )
}
