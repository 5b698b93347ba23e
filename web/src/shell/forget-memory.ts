import { pages } from '@footnote/contract/site/pages'
import { forgetData } from '../api/queries.ts'
import { destroyHistory, tellTabs } from '../history/destroy-history.ts'

const forgetters = new Set<() => void>()

/** Registers a function for `forgetMemory` to call. Returns a function that unregisters it. */
export function onForget(forget: () => void): () => void {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Removes all questions and results from the page's memory. */
export function forgetMemory(): void {
  for (const forget of forgetters) forget()
}

/** Removes everything but the session, which the page reads until another one has replaced it. */
function forgetAccount(): void {
  forgetMemory()
  forgetData()
}

/** Loads a page afresh, as for another account, without anything of the one before. */
export function openFresh(path: string): void {
  forgetAccount()
  location.assign(path)
}

/**
 * Deletes the history and replaces the page with a freshly loaded sign-in page, so that going back
 * shows nothing. Other tabs do the same.
 */
export async function signOutPage(search = ''): Promise<void> {
  forgetAccount()
  await destroyHistory()
  tellTabs('signed-out')
  location.replace(`${pages.signIn}${search}`)
}
