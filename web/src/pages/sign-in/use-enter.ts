import type { SitePart } from '@footnote/contract/site/operations'
import { pages } from '@footnote/contract/site/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { sessionQuery } from '../../api/queries.ts'

/** After a right password or code: on to the second factor, or into the account. */
export function useEnter() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async ({ status }: SitePart<'sign_in', 'response'>): Promise<void> => {
    if (status === 'second_factor') {
      await router.navigate({ to: pages.secondFactor, search: true })
      return
    }
    // Whoever was signed in here before may have been somebody else.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    // A visitor's page that finds an account leads on to where one was going.
    await router.invalidate()
  }
}
