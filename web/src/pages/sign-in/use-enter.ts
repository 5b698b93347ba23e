import type { SitePart } from '@footnote/contract/site/operations'
import { pages } from '@footnote/contract/site/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { forgetData, sessionQuery } from '../../api/queries.ts'

/** Returns a function that continues after a correct password or code. */
export function useEnter() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async ({ status }: SitePart<'sign_in', 'response'>): Promise<void> => {
    if (status === 'second_factor') {
      await router.navigate({ to: pages.secondFactor, search: true })
      return
    }
    // Another account may have been signed in here before.
    forgetData()
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    // The visitor route redirects a signed-in account to the page it came for.
    await router.invalidate()
  }
}
