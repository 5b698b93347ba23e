import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** `public/theme.js` reads the choice before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  const Icon = ICONS[theme]
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      title={`Theme: ${theme}`}
      aria-label={`Theme: ${theme}. Change to ${next}`}
      onClick={() => {
        applyTheme(next)
        setTheme(next)
      }}
      className="cursor-pointer rounded-lg p-2 text-quiet hover:bg-sheet hover:text-ink"
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return THEMES.find(theme => theme === chosen) ?? 'system'
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then holds for this page.
  }
}
