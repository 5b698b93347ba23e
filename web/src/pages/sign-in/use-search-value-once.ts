import { useEffect, useState } from 'react'

/**
 * Reads a query parameter and removes it from the URL, so that a token does not stay in the history
 * and a message does not appear again after a reload.
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
