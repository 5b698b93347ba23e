import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { callSite } from '../api/call-site.ts'
import { sessionQuery } from '../api/queries.ts'
import { signOutPage } from './forget-memory.ts'

/** The signed-in account and a sign-out button. */
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
      <button
        type="button"
        onClick={() => signOut.mutate()}
        disabled={signOut.isPending}
        className="cursor-pointer text-quiet underline-offset-2 hover:text-ink hover:underline"
      >
        Sign out
      </button>
    </div>
  )
}
