import { siteLimits } from './limits.ts'

/** Shape only: whether somebody reads it is proven by a code sent there. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

/** What JSON Schema cannot say of the website's requests. */
export const siteFormats = {
  'email-address': {
    check: (text: string) => text.length <= siteLimits.emailCharacters && EMAIL.test(text),
    message: 'must be an e-mail address such as ada@example.com',
  },
  'key-name': {
    check: (text: string) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text),
    message: 'must be a name without line breaks or spaces around it',
  },
} as const
