import { createContext, type ReactNode, use, useState } from 'react'

const Search = createContext<readonly [string, (search: string) => void]>(['', () => {}])

/**
 * Keeps the search text while the operator opens an account and comes back. It stays in memory,
 * because email addresses do not belong in the browser's history.
 */
export function AccountSearch({ children }: { children: ReactNode }) {
  const state = useState('')
  return <Search value={state}>{children}</Search>
}

export function useAccountSearch() {
  return use(Search)
}
