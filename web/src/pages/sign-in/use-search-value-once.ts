import { useEffect, useState } from 'react'

/**
 * A value of the address's query, which is taken out of the address at once: so that a token is not
 * left in the history or in a shared address, and a message is not told again after a reload.
 */
export function useSearchValueOnce(name: string): string | undefined {
  const [value] = useState(() => new URLSearchParams(location.search).get(name) ?? undefined)
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has(name)) return
    url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
  }, [name])
  return value
}
