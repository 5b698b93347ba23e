import { signOutPage } from '../../shell/sign-out-page.ts'
import type { Arrival } from './arrival-message.ts'

/** To the sign-in, which then says what has happened. */
export function leaveFor(arrival: Arrival): void {
  signOutPage(`?${new URLSearchParams({ arrival })}`)
}
