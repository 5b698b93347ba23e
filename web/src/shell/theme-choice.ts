export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The chosen theme, which `public/theme.js` applies before the first paint. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return THEMES.find(theme => theme === chosen) ?? 'system'
}

export function keepTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be blocked; the choice then lasts for this page.
  }
}
