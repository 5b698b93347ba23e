/**
 * What a page of the website may do: run, show and ask for what this origin serves, and nothing else.
 * No form is ever sent by the browser itself, which keeps a password out of an address should the
 * script not have loaded. Going to the payment provider's page is navigation, which needs no leave.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Powers that no page of ours has a use for; writing to the clipboard is not among them. */
const UNUSED = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'usb'],
]

const YEAR_SECONDS = 31_536_000

/** The headers of every page that a person looks at. */
export function pageHeaders({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  return {
    'content-security-policy': PAGE_POLICY,
    // Our own server alone hears where somebody came from; an address may hold a link's token.
    'referrer-policy': 'same-origin',
    'permissions-policy': UNUSED.map(name => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}
