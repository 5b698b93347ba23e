import { COUNTRY_CODES, LANGUAGE_CODES } from './codes.ts'
import { normaliseDomain } from './domain.ts'
import { FRESHNESS_WORDS, isFreshness } from './freshness.ts'

interface Format {
  readonly check: (text: string) => boolean
  /** Completes the sentence "<field> ...". */
  readonly message: string
}

/** Formats that the schemas name, for rules that JSON Schema cannot express. */
export const formats = {
  text: {
    check: text => text.isWellFormed() && /\P{White_Space}/u.test(text),
    message: 'must be well-formed Unicode with at least one character that is not white space',
  },
  domain: {
    check: text => normaliseDomain(text) !== undefined,
    message:
      'must be a host name such as example.com or a bare suffix such as gov, without scheme, path, port, address or wildcard',
  },
  freshness: {
    check: isFreshness,
    message: `must be ${FRESHNESS_WORDS.join(', ')} or <start_date>to<end_date> with real dates as YYYY-MM-DD, the start not after the end`,
  },
  'country-code': {
    check: text => isCode(COUNTRY_CODES, text),
    message: `must be one of ${[...COUNTRY_CODES].join(', ')}, in any letter case`,
  },
  'language-code': {
    check: text => isCode(LANGUAGE_CODES, text),
    message: `must be one of ${[...LANGUAGE_CODES].join(', ')}, in any letter case`,
  },
  'webhook-url': {
    check: isWebhookUrl,
    message: 'must be an https:// address without a user name or a fragment',
  },
} as const satisfies Record<string, Format>

/** ASCII only: elsewhere upper-casing makes other letters equal (the long s, the dotless i). */
function isCode(codes: ReadonlySet<string>, text: string): boolean {
  return /^[A-Za-z-]+$/.test(text) && codes.has(text.toUpperCase())
}

/** Accepts an address that a webhook can have. Sending checks the network that it leads to. */
function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  const isLocal =
    url?.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  if (!url || (url.protocol !== 'https:' && !isLocal)) return false
  return url.username === '' && url.password === '' && url.hash === ''
}
