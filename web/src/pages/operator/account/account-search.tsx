import { createContext, type ReactNode, use, useState } from 'react'

const Search = createContext<readonly [string, (search: string) => void]>(['', () => {}])

/**
 * Keeps what was searched for while one looks at an account and comes back. In the memory of the page
 * alone: addresses of people do not belong into the browser's history.
 */
export function AccountSearch({ children }: { children: ReactNode }) {
  const state = useState('')
  return <Search value={state}>{children}</Search>
}

export function useAccountSearch() {
  return use(Search)
}
