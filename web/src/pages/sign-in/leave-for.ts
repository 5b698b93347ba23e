import { signOutPage } from '../../shell/sign-out-page.ts'
import type { Arrival } from './arrival-message.ts'

/** Signs the page out and shows a message on the sign-in page. */
export function leaveFor(arrival: Arrival): void {
  signOutPage(`?${new URLSearchParams({ arrival })}`)
}
