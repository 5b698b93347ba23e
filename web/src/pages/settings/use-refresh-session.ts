import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'

/** After a change of the account: what the page knows of it is asked for anew. */
export function useRefreshSession(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
