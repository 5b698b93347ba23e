const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface AttemptLimit {
  readonly most: number
  readonly windowMs: number
}

/**
 * Limits on attempts. Anyone can use up a limit that counts by email address alone, so those are
 * generous where they could lock an owner out, and limits by network are strict.
 */
export const attemptLimits = {
  signInFromAddress: { most: 60, windowMs: 10 * MINUTE_MS },
  /** Counts every check of a password, to sign in or to confirm an address. */
  signInForEmail: { most: 100, windowMs: HOUR_MS },
  signInForEmailFromAddress: { most: 10, windowMs: 15 * MINUTE_MS },
  signUpFromAddress: { most: 30, windowMs: HOUR_MS },
  codeFromAddress: { most: 60, windowMs: 10 * MINUTE_MS },
  secondFactorFromAddress: { most: 30, windowMs: 10 * MINUTE_MS },
  /** Every visit to the sign-in page takes one, to offer passkeys in the email field. */
  passkeyFromAddress: { most: 300, windowMs: 10 * MINUTE_MS },
  providerFromAddress: { most: 30, windowMs: 10 * MINUTE_MS },
  /** OAuth: requests for consent, each of which may fetch a metadata document, and registered clients. */
  authorizeFromAddress: { most: 60, windowMs: 10 * MINUTE_MS },
  registerFromAddress: { most: 20, windowMs: HOUR_MS },
  registerFromAnywhere: { most: 2_000, windowMs: HOUR_MS },
  /** Logins by the command line, which a member approves on the website by a code. */
  deviceFromAddress: { most: 20, windowMs: HOUR_MS },
  deviceFromAnywhere: { most: 2_000, windowMs: HOUR_MS },
  deviceCodeOfMember: { most: 20, windowMs: 15 * MINUTE_MS },
  /** Questions of visitors without an account; a setting limits all of them together. */
  visitorAnswerFromAddress: { most: 3, windowMs: HOUR_MS },
  resetFromAddress: { most: 20, windowMs: 10 * MINUTE_MS },
  mailFromAddress: { most: 40, windowMs: HOUR_MS },
  mailFromMember: { most: 10, windowMs: HOUR_MS },
  /**
   * Mail to one address, counted separately for sign-up codes, reset links, codes for a new
   * address and invitations. A sender can fit two windows into an hour and so use ten of the fifteen. All senders
   * together can cause 60 messages an hour.
   */
  mailToEmailFromSender: { most: 5, windowMs: HOUR_MS },
  mailToEmail: { most: 15, windowMs: HOUR_MS },
  /**
   * Messages to a member about attempts to sign up with their address; further ones are not sent.
   */
  alreadyMemberMail: { most: 4, windowMs: DAY_MS },
  /** Alerts of one kind to the owner of an account; further ones are not sent. */
  alertMail: { most: 20, windowMs: DAY_MS },
  shareOfMember: { most: 100, windowMs: DAY_MS },
  refundRequestOfMember: { most: 2, windowMs: DAY_MS },
  passwordOfMember: { most: 10, windowMs: 15 * MINUTE_MS },
  codeOfMember: { most: 10, windowMs: 15 * MINUTE_MS },
  /** An authenticator code is valid for 90 seconds and for one sign-in. */
  sameAuthenticatorCode: { most: 1, windowMs: 2 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>

export type AttemptKind = keyof typeof attemptLimits
