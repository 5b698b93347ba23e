import { useSyncExternalStore } from 'react'

/** Whether this tab is the one that is looked at. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(listen, () => document.visibilityState !== 'hidden')
}

function listen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
