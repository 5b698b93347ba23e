import { formats } from '../formats.ts'
import { siteLimits } from './limits.ts'

/**
 * Shape only: whether somebody reads it is proven by a code sent there. Exactly what the server's
 * sign-in library takes too; plain letters alone, so that two addresses never look or fold alike.
 */
const EMAIL = /^(?!\.)(?!.{65,}@)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Formats of the website's requests, for rules that JSON Schema cannot express. */
export const siteFormats = {
  'email-address': {
    check: (text: string) => text.length <= siteLimits.emailCharacters && EMAIL.test(text),
    message: 'must be an email address such as ada@example.com',
  },
  'key-name': {
    check: (text: string) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text),
    message: 'must be a name without line breaks or spaces around it',
  },
  reason: {
    // Half a character has no place in a database.
    check: (text: string) =>
      text.trim() === text && text !== '' && !/\p{Cc}/u.test(text) && text.isWellFormed(),
    message: 'must say why, in one line without spaces around it',
  },
  'billing-line': {
    check: (text: string) => text.trim() === text && !/\p{Cc}/u.test(text) && text.isWellFormed(),
    message: 'must be one line without spaces around it',
  },
  'billing-lines': {
    check: (text: string) =>
      text.trim() === text && !/[^\P{Cc}\n]/u.test(text) && text.isWellFormed(),
    message: 'must be lines of text without spaces around them',
  },
  day: {
    check: isDay,
    message: 'must be a day such as 2027-01-31',
  },
  'webhook-url': formats['webhook-url'],
  uuid: {
    check: (text: string) => UUID.test(text),
    message: 'must be an id, in small letters',
  },
} as const

/** Whether a text is a day of the calendar, as `2027-01-31`. */
function isDay(text: string): boolean {
  const start = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text)
}
