import { pages } from '@footnote/contract/site/pages'
import { sitePaths } from '@footnote/contract/site/paths'
import type { SessionResponse } from '@footnote/contract/site/responses'

/** Replaces the sign-in links with a link to the overview for a reader who is signed in. */
export async function leadBack(): Promise<void> {
  const [signIn, signUp] = document.querySelectorAll<HTMLAnchorElement>('.entrance a')
  const response = await fetch(sitePaths.session.path).catch(() => undefined)
  if (!response?.ok || !signIn) return
  const { account }: SessionResponse = await response.json()
  if (!account) return
  signIn.href = pages.overview
  signIn.textContent = 'Overview'
  signUp?.remove()
}
