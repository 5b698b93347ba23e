import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SiteSecrets } from './site-secrets.ts'

/** Loads a plugin of better-auth that also accepts cookies signed with another secret of the service. */
export async function loadResignPlugin({
  secret,
  secrets,
}: {
  /** The one that this better-auth has. */
  secret: string
  secrets: SiteSecrets
}) {
  const { createAuthMiddleware } = await import('better-auth/api')
  const others = secrets.all.filter(other => other !== secret)
  const resign = createAuthMiddleware(async ({ headers }) => {
    const cookie = resignCookies(headers?.get('cookie') ?? '', { secret, others })
    return { context: { headers: new Headers({ cookie }) } }
  })
  const matcher = ({ headers }: { headers?: Headers | undefined }) =>
    others.length > 0 && headers?.has('cookie') === true
  return { id: 'resign', hooks: { before: [{ matcher, handler: resign }] } }
}

function resignCookies(
  header: string,
  { secret, others }: { secret: string; others: readonly string[] },
): string {
  const pairs = header.split(';').map(pair => {
    const [, name, value = ''] = /^([^=]+)=(.*)$/.exec(pair.trim()) ?? []
    const [, text = '', signature = ''] = /^(.+)\.([^.]+)$/.exec(decode(value)) ?? []
    const given = Buffer.from(signature, 'base64')
    const isOthers = others.some(other => isSame(sign(text, other), given))
    if (!isOthers) return pair
    return `${name}=${encodeURIComponent(`${text}.${sign(text, secret).toString('base64')}`)}`
  })
  return pairs.join(';')
}

/** Signs the value of a cookie as better-auth does. */
function sign(value: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(value).digest()
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
