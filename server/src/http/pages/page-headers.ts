/**
 * Content Security Policy of the website's pages: scripts, images and requests of this origin only.
 * No form is submitted by the browser itself, which keeps a password out of a URL if the script did
 * not load. Navigation to the payment provider's page needs no permission.
 */
const pagePolicy = ({ scripts, styles }: InlineHashes) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Scripts and styles that a page may contain inline, as sources of its policy. */
interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const NO_INLINE: InlineHashes = { scripts: [], styles: [] }

/** Browser features that no page uses; writing to the clipboard is not among them. */
const UNUSED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'usb'],
]

/** Further headers of a shared report and its page, for those with its link alone. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const YEAR_SECONDS = 31_536_000

/** Headers of every page for people. */
export function pageHeaders({
  isHttps,
  inline = NO_INLINE,
}: {
  isHttps: boolean
  inline?: InlineHashes
}): Readonly<Record<string, string>> {
  return {
    'content-security-policy': pagePolicy(inline),
    // Only our own server gets the referrer; a URL may contain a link's token.
    'referrer-policy': 'same-origin',
    'permissions-policy': UNUSED.map(name => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}
