import { signOutPage } from '../../shell/forget-memory.ts'

/** Messages for the `arrival` parameter of the sign-in page. */
export const ARRIVALS = {
  password_set: 'Password changed. Sign in with your new password.',
  account_closed: 'Your account is closed.',
} as const

type Arrival = keyof typeof ARRIVALS

/** Messages for the `error` parameter: why signing in with a provider or a second factor failed. */
const ERRORS: Readonly<Record<string, string>> = {
  cancelled: 'Sign-in cancelled.',
  second_factor_over: 'That took too long, or there were too many wrong codes. Sign in again.',
  email_unconfirmed:
    'That account’s email address isn’t confirmed. Confirm it there first, or sign in with a password.',
}
const OTHER_ERROR = 'Sign-in failed. Try again, or use your password.'

/**
 * Looks up the message for the URL's parameters. Text from the URL itself is never shown, because
 * anyone can send a link with any text in it.
 */
export function arrivalMessage({
  error,
  arrival,
}: {
  error: string | undefined
  arrival: string | undefined
}): { readonly tone: 'good' | 'bad'; readonly text: string } | undefined {
  if (error !== undefined) return { tone: 'bad', text: own(ERRORS, error) ?? OTHER_ERROR }
  const text = arrival === undefined ? undefined : own(ARRIVALS, arrival)
  return text === undefined ? undefined : { tone: 'good', text }
}

/** Looks up a name without the properties that every object inherits. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Signs the page out and shows a message on the sign-in page. */
export function leaveFor(arrival: Arrival): void {
  void signOutPage(`?${new URLSearchParams({ arrival })}`)
}
