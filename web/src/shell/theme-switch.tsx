import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from './theme.ts'
import { THEMES } from './theme-choice.ts'

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
