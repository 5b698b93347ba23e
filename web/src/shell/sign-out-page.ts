import { pages } from '@footnote/contract/site/pages'

/** A page loaded anew has nothing left of the account in its memory. */
export function signOutPage(): void {
  location.assign(pages.signIn)
}
