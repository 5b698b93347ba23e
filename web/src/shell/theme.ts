import { useSyncExternalStore } from 'react'
import { keepTheme, readTheme, type Theme } from './theme-choice.ts'

const listeners = new Set<() => void>()

/** The chosen theme and its setter, shared by all components. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(listen, readTheme), chooseTheme]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function chooseTheme(theme: Theme): void {
  keepTheme(theme)
  for (const listener of listeners) listener()
}
