import type { ErrorEntry } from '../errors.ts'

/** Errors of the website's own operations; the others are in the API's table. */
export const siteErrors = {
  SIGNED_OUT: {
    status: 401,
    message: 'You are signed out; sign in and try again.',
    condition: 'No session, or one that has ended.',
  },
  WRONG_CREDENTIALS: {
    status: 401,
    message: 'The e-mail address or the password is not right; try again, or reset the password.',
    condition: 'E-mail address and password do not belong together.',
  },
  WRONG_PASSWORD: {
    status: 403,
    message: 'The password is not right; try again.',
    condition: 'The action needs the current password.',
  },
  PASSWORD_NEEDED: {
    status: 403,
    message: 'This account has no password yet; set one through “Forgot password” first.',
    condition: 'The account signs in through GitHub or Google alone.',
  },
  WRONG_CODE: {
    status: 403,
    message:
      'The code is not right, has expired or was tried too often; check it, or use a new one.',
    condition: 'A code from an e-mail or an authenticator that does not fit.',
  },
  LINK_EXPIRED: {
    status: 403,
    message: 'The link has been used or has expired; ask for a new one.',
    condition: 'A link from an e-mail that is no longer good.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    message: 'The e-mail address is not confirmed yet; enter the code that was just sent to it.',
    condition: 'The password was right, but the address is not proven.',
  },
  TWO_FACTOR_NEEDED: {
    status: 403,
    message: 'The operator’s area needs two-factor sign-in; turn it on in the settings.',
    condition:
      'An operator without two-factor sign-in, on a service with a public address, live payments or calls that cost money.',
  },
  FOREIGN_ORIGIN: {
    status: 403,
    message:
      'The request did not come from a page of this website; open the website and try again.',
    condition: 'Origin missing or another one.',
  },
  NAME_TAKEN: {
    status: 409,
    message: 'An active key has this name already; choose another name, or revoke that key first.',
    condition: 'Two active keys of an account cannot share a name.',
  },
  BALANCE_CHANGED: {
    status: 409,
    message: 'The balance has changed since it was shown; look at it again before you confirm.',
    condition: 'Closure was confirmed for another balance than there is.',
  },
  CALLS_RUNNING: {
    status: 409,
    message: 'Calls of this account are still running; close it when they have ended.',
    condition: 'Closure while charges are held.',
  },
  PAYMENTS_RUNNING: {
    status: 409,
    message:
      'A recharge of this account is still under way; close the account when the wallet shows how it ended.',
    condition: 'Closure while a payment is being made, or the provider cannot be asked about one.',
  },
  ACCOUNT_FROZEN: {
    status: 409,
    message:
      'This account is frozen, and the wallet says why; close the account when that is settled.',
    condition: 'Closure while the account owes something, a payment is disputed or it is frozen.',
  },
  PAYMENT_CLOSED: {
    status: 409,
    message: 'This payment has been made or has expired; start a new recharge in the wallet.',
    condition: 'A payment that can no longer be made.',
  },
  TOO_MUCH: {
    status: 409,
    message:
      'The wallet does not hold that much, or has no room for it; look at its balance again.',
    condition: 'An adjustment that would leave a balance below nothing or above the largest.',
  },
  STATE_UNCHANGED: {
    status: 409,
    message: 'It is in that state already, or cannot get there; look at it again.',
    condition: 'An operator’s action that would change nothing.',
  },
  TOO_MANY_CALLS: {
    status: 429,
    message: 'Too many calls of this account run on the website; wait until one has ended.',
    condition: 'More calls at once than the website follows for one account. No charge.',
    retryAfterSeconds: 10,
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'There were too many attempts; wait a while and try again.',
    condition: 'Sign-in, codes and everything that sends mail are limited.',
    retryAfterSeconds: 60,
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: 'Recharging is not possible right now and nothing was paid; try again later.',
    condition: 'The payment provider does not answer, or none is set up.',
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, ErrorEntry>

export type SiteErrorCode = keyof typeof siteErrors
