import { pages } from '@footnote/contract/site/pages'
import { queryClient } from '../api/queries.ts'
import { forgetMemory } from './forget-memory.ts'

/** To the sign-in, as a page loaded anew, from which no way leads back to this one. */
export function signOutPage(search = ''): void {
  forgetMemory()
  queryClient.clear()
  location.replace(`${pages.signIn}${search}`)
}
