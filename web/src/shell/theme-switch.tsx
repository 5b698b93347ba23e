import { Monitor, Moon, Sun } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { keepTheme, readTheme, THEMES, type Theme } from './theme-choice.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme()
  const Icon = ICONS[theme]
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      title={`Theme: ${theme}`}
      aria-label={`Theme: ${theme}. Switch to ${next}`}
      onClick={() => chooseTheme(next)}
      className="cursor-pointer rounded-lg p-2 text-quiet hover:bg-sheet hover:text-ink"
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}

const listeners = new Set<() => void>()

/** The chosen theme and its setter, shared by all components. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  // A prerendered page doesn't know the choice, and the first render has to match it.
  const [theme, setTheme] = useState<Theme>('system')
  useLayoutEffect(() => {
    const listener = () => setTheme(readTheme())
    listener()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
  return [theme, chooseTheme]
}

function chooseTheme(theme: Theme): void {
  keepTheme(theme)
  for (const listener of listeners) listener()
}
