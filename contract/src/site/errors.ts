import type { ErrorEntry } from '../errors.ts'

/** Errors of the website's own operations; the others are in the API's table. */
export const siteErrors = {
  SIGNED_OUT: {
    status: 401,
    message: 'You are signed out. Sign in and try again.',
    condition: 'No session, or one that has ended.',
  },
  WRONG_CREDENTIALS: {
    status: 401,
    message: 'Incorrect email or password. Try again, or reset your password.',
    condition: 'The email address and the password do not match.',
  },
  WRONG_PASSWORD: {
    status: 403,
    message: 'Incorrect password. Try again.',
    condition: 'The action needs the current password.',
  },
  PASSWORD_NEEDED: {
    status: 403,
    message: 'This account has no password yet. Set one with “Forgot password” first.',
    condition: 'The account signs in through GitHub or Google alone.',
  },
  WRONG_CODE: {
    status: 403,
    message: 'That code is wrong or expired. Check it, or request a new one.',
    condition:
      'A wrong or expired code from an email or an authenticator app, or too many attempts.',
  },
  WRONG_PASSKEY: {
    status: 403,
    message: 'That passkey didn’t work. Try again, or use your password.',
    condition:
      'A passkey that is unknown, was made for another site or did not verify its user, or an expired or used challenge.',
  },
  LINK_EXPIRED: {
    status: 403,
    message: 'This link has been used or has expired. Request a new one.',
    condition: 'A link from an email that is no longer valid.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    message: 'Your email address is not confirmed yet. Enter the code we just sent to it.',
    condition: 'The password was correct, but the email address is not confirmed.',
  },
  TWO_FACTOR_NEEDED: {
    status: 403,
    message: 'The admin area requires two-factor authentication. Turn it on in Settings.',
    condition:
      'An admin without two-factor authentication, on a service with a public address, live payments or calls that cost money.',
  },
  ROLE_TOO_LOW: {
    status: 403,
    message: 'Your role in this account doesn’t allow this. Ask the owner of the account.',
    condition: 'The operation needs a higher role in the account that the session works for.',
  },
  INVITATION_INVALID: {
    status: 403,
    message:
      'This invitation has expired, was withdrawn, or was sent to another email address. Sign in with the address that received it, or ask for a new one.',
    condition: 'The token of an invitation that is not open, or not for the address of the user.',
  },
  FOREIGN_ORIGIN: {
    status: 403,
    message: 'The request did not come from this website. Open the website and try again.',
    condition: 'The Origin header is missing or names another site.',
  },
  ACCOUNT_CHANGED: {
    status: 409,
    message: 'You now work for another account. Nothing was done; reload the page and try again.',
    condition: 'The page shows another account than the one that the session works for.',
  },
  ALREADY_MEMBER: {
    status: 409,
    message: 'This person is already a member of the account. Change their role in the list.',
    condition: 'An invitation of somebody who is a member or the owner.',
  },
  TEAM_FULL: {
    status: 409,
    message:
      'The account has too many members and open invitations. Remove a member or withdraw an invitation first.',
    condition: 'An invitation beyond the limit of members and open invitations.',
  },
  TRANSFER_REFUSED: {
    status: 409,
    message:
      'This member uses an account of their own, and each person owns one. Invite them with another email address, or after they have closed that account. Nothing was changed.',
    condition:
      'The ownership of an account cannot pass to somebody whose own account was used, nor while the account is frozen or an admin’s.',
  },
  NAME_TAKEN: {
    status: 409,
    message: 'An active key already has this name. Choose another name, or revoke that key first.',
    condition: 'Two active keys of an account cannot share a name.',
  },
  BALANCE_CHANGED: {
    status: 409,
    message: 'Your balance has changed since this page loaded. Check it before you confirm.',
    condition: 'The confirmed balance differs from the current one.',
  },
  CALLS_RUNNING: {
    status: 409,
    message: 'Calls are still running. Close the account when they have ended.',
    condition: 'The account cannot be closed while charges are pending.',
  },
  PAYMENTS_RUNNING: {
    status: 409,
    message:
      'A recharge is still in progress. Close the account when your wallet shows its result.',
    condition:
      'The account cannot be closed while a payment is in progress or its state is unknown.',
  },
  ACCOUNT_FROZEN: {
    status: 409,
    message:
      'This account is frozen; your wallet shows why. Close the account when that is resolved.',
    condition:
      'The account cannot be closed while it is frozen, owes money or has a disputed payment.',
  },
  PAYMENT_CLOSED: {
    status: 409,
    message: 'This payment was made already or has expired. Start a new recharge in your wallet.',
    condition: 'A payment that can no longer be made.',
  },
  NOTHING_TO_REFUND: {
    status: 409,
    message: 'Your balance has no unused payments. Nothing was requested.',
    condition: 'A refund is requested for a balance that holds no unused payment.',
  },
  NO_CARD: {
    status: 409,
    message: 'No card is saved. Recharge once and tick “Save this card” to turn this on.',
    condition: 'Automatic recharge is turned on without a saved card.',
  },
  TOO_MUCH: {
    status: 409,
    message: 'The balance is too low, or would become too high. Check the balance and try again.',
    condition: 'An adjustment that would make the balance negative or exceed its maximum.',
  },
  STATE_UNCHANGED: {
    status: 409,
    message: 'It is already in that state, or cannot change to it. Reload the page.',
    condition: 'An admin action that would change nothing.',
  },
  TOO_MANY_CALLS: {
    status: 429,
    message: 'Too many calls are running on the website. Wait until one ends.',
    condition:
      'The account has more calls running on the website than allowed. Nothing is charged.',
    retryAfterSeconds: 10,
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'Too many attempts. Wait a while and try again.',
    condition: 'Sign-in, codes and everything that sends mail are limited.',
    retryAfterSeconds: 60,
  },
  TOO_MANY_SHARED: {
    status: 409,
    message: 'You have too many links that still work. Delete one and try again.',
    condition: 'The account shares as many reports as allowed.',
  },
  TRY_LATER: {
    status: 503,
    message: 'The service is busy. Try again in a minute.',
    condition: 'A visitor’s question, while all of the upstream’s capacity is in use.',
    retryAfterSeconds: 60,
  },
  NO_ANSWER: {
    status: 503,
    message: 'No answer was found. Ask another question.',
    condition: 'A visitor’s question that the upstream did not answer.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: 'You can’t recharge right now. You were not charged; try again later.',
    condition: 'The payment provider does not respond, or none is configured.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, ErrorEntry>

export type SiteErrorCode = keyof typeof siteErrors
