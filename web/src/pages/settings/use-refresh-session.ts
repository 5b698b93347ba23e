import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'

/** Returns a function that reloads the account after it was changed. */
export function useRefreshSession(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
