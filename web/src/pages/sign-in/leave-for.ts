import { pages } from '@footnote/contract/site/pages'
import type { Arrival } from './arrival-message.ts'

/** To the sign-in, as a page loaded anew: nothing of the account is left in its memory. */
export function leaveFor(arrival: Arrival): void {
  location.assign(`${pages.signIn}?${new URLSearchParams({ arrival })}`)
}
