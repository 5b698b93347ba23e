import { pages } from '@footnote/contract/site/pages'
import { sitePaths } from '@footnote/contract/site/paths'
import type { SessionResponse } from '@footnote/contract/site/responses'
import { keepTheme, readTheme, THEMES } from '../shell/theme-choice.ts'
import { addSearch } from './add-search.ts'
import { addTryIt } from './try-it.ts'

// The documentation works without this script, which only adds the interactive parts.
addThemeSwitch()
addCopyButtons()
void leadBack()
for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) addSearch(form)
for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) addTryIt(form)

/** Makes the header's button switch through the themes. */
function addThemeSwitch(): void {
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

const SHOWN_MS = 2_000

/** Adds a copy button to every code block, if the browser offers a clipboard. */
function addCopyButtons(): void {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) return
  for (const block of document.querySelectorAll('figure.code')) addCopyButton(clipboard, block)
}

function addCopyButton(clipboard: Clipboard, block: Element): void {
  const title = block.querySelector('figcaption')
  const code = block.querySelector('code')
  if (!title || !code) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Announced when it changes, and named after its block: a page has several copy buttons.
  button.ariaLive = 'polite'
  button.ariaLabel = `Copy: ${title.textContent}`
  const show = (text: string, label: string) => {
    button.textContent = text
    button.ariaLabel = label
  }
  const reset = () => show('Copy', `Copy: ${title.textContent}`)
  button.addEventListener('click', () => {
    void clipboard
      .writeText(code.textContent.trimEnd())
      .then(
        () => show('Copied', 'Copied'),
        () => show('Can’t copy here', 'Can’t copy here'),
      )
      .then(() => setTimeout(reset, SHOWN_MS))
  })
  block.append(button)
}

/** Replaces the sign-in links with a link to the overview for a reader who is signed in. */
async function leadBack(): Promise<void> {
  const [signIn, signUp] = document.querySelectorAll<HTMLAnchorElement>('.entrance a')
  const response = await fetch(sitePaths.session.path).catch(() => undefined)
  if (!response?.ok || !signIn) return
  const { account }: SessionResponse = await response.json()
  if (!account) return
  signIn.href = pages.overview
  signIn.textContent = 'Overview'
  signUp?.remove()
}
