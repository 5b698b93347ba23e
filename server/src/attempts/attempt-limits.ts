const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface AttemptLimit {
  readonly most: number
  readonly windowMs: number
}

/**
 * How often what can be tried. Strangers may use up what is counted for an e-mail address alone, so
 * that is generous wherever somebody could be locked out by it, and strict where they come from.
 */
export const attemptLimits = {
  signInFromAddress: { most: 60, windowMs: 10 * MINUTE_MS },
  /** Every look at a password, be it to sign in or to confirm an address. */
  signInForEmail: { most: 100, windowMs: HOUR_MS },
  signInForEmailFromAddress: { most: 10, windowMs: 15 * MINUTE_MS },
  signUpFromAddress: { most: 30, windowMs: HOUR_MS },
  codeFromAddress: { most: 60, windowMs: 10 * MINUTE_MS },
  secondFactorFromAddress: { most: 30, windowMs: 10 * MINUTE_MS },
  providerFromAddress: { most: 30, windowMs: 10 * MINUTE_MS },
  resetFromAddress: { most: 20, windowMs: 10 * MINUTE_MS },
  mailFromAddress: { most: 40, windowMs: HOUR_MS },
  mailFromMember: { most: 10, windowMs: HOUR_MS },
  /**
   * Mail to one address, counted for each kind by itself: codes of signing up, links for a new password,
   * codes for a change of address. One sender, who can get two windows into an hour, gets no further
   * than ten of the fifteen; all senders together, for all three kinds, no further than 45 an hour.
   */
  mailToEmailFromSender: { most: 5, windowMs: HOUR_MS },
  mailToEmail: { most: 15, windowMs: HOUR_MS },
  /** Word to a member that somebody tried their address; beyond this it is left out. */
  alreadyMemberMail: { most: 4, windowMs: DAY_MS },
  passwordOfMember: { most: 10, windowMs: 15 * MINUTE_MS },
  codeOfMember: { most: 10, windowMs: 15 * MINUTE_MS },
  /** A code of an authenticator is good for a minute and a half; within that, for one sign-in. */
  sameAuthenticatorCode: { most: 1, windowMs: 2 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>

export type AttemptKind = keyof typeof attemptLimits
