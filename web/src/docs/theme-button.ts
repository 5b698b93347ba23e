import { keepTheme, readTheme, THEMES } from '../shell/theme-choice.ts'

/** Makes the header's button switch through the themes. */
export function addThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  if (!button) return
  const show = () => {
    const theme = readTheme()
    button.dataset['theme'] = theme
    button.title = `Theme: ${theme}`
    button.setAttribute('aria-label', `Theme: ${theme}. Switch to ${following(theme)}`)
  }
  button.addEventListener('click', () => {
    keepTheme(following(readTheme()))
    show()
  })
  show()
  button.hidden = false
}

function following(theme: (typeof THEMES)[number]): (typeof THEMES)[number] {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}
