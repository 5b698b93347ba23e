import { useSyncExternalStore } from 'react'

/** Returns whether this tab is visible. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(listen, () => document.visibilityState !== 'hidden')
}

function listen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
