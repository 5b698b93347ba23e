/** What the address of the sign-in may say of what happened before. */
export const ARRIVALS = {
  password_set:
    'The new password is set and every session was signed out. Sign in with the new password.',
  account_closed: 'The account is closed, and everybody who was signed in to it is signed out.',
} as const

export type Arrival = keyof typeof ARRIVALS

/** Why a sign-in through GitHub or Google, or its second step, ended here. */
const ERRORS: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was cancelled, and nothing has changed.',
  second_factor_over: 'The sign-in took too long or had too many wrong codes; start again.',
  email_unconfirmed:
    'That sign-in came without a confirmed e-mail address. Confirm one there first, or use a password here.',
}
const OTHER_ERROR =
  'That sign-in did not work, and nothing has changed. Try again, or use your password.'

/**
 * Only words of ours are shown, never the address's own: anybody can send anybody a link with any text
 * in it.
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

/** Not what every object has from its prototype. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
