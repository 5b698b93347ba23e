import { ROLES, type Role } from '@footnote/contract/site/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'

/** Returns whether the reader has at least this role in the account that they work for. */
export function useMay(least: Role): boolean {
  const { data } = useSuspenseQuery(sessionQuery)
  const role = data.account?.role
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least)
}
