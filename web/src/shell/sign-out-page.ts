import { pages } from '@footnote/contract/site/pages'
import { queryClient } from '../api/queries.ts'
import { forgetMemory } from './forget-memory.ts'

/** Replaces the page with a freshly loaded sign-in page, so that going back shows nothing. */
export function signOutPage(search = ''): void {
  forgetMemory()
  queryClient.clear()
  location.replace(`${pages.signIn}${search}`)
}
