import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

const DAY_SECONDS = 86_400
/** How long a browser is remembered after its last sign-in, which is as long as browsers keep a cookie. */
export const DEVICE_DAYS = 400
/** Name of the cookie that tells a user's browsers apart. */
export const DEVICE_COOKIE = 'device'
const DEVICE = /^[\w-]{43}$/

/** Endpoints of better-auth that end a sign-in. */
const SIGN_INS: ReadonlySet<string | undefined> = new Set([
  '/sign-in/email',
  '/callback/:id',
  '/passkey/verify-authentication',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
])

/**
 * Loads a plugin of better-auth that notes the browser of each sign-in by a random cookie, so that one with a new browser is
 * an alert. The database has a hash, which differs between users of the same browser.
 */
export async function loadDevicePlugin(database: Database) {
  const { createAuthMiddleware } = await import('better-auth/api')
  const note = createAuthMiddleware(async ({ context, getCookie, setCookie }) => {
    // None while a second factor is missing.
    const userId = context.newSession?.user.id
    if (userId === undefined) return
    const { name, attributes } = context.createAuthCookie(DEVICE_COOKIE, {
      maxAge: DEVICE_DAYS * DAY_SECONDS,
    })
    const known = getCookie(name)
    const device = known && DEVICE.test(known) ? known : randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(`${userId} ${device}`).digest()
    await database.query('select note_device($1, $2)', [userId, hash])
    setCookie(name, device, attributes)
  })
  return {
    id: 'devices',
    hooks: {
      after: [{ matcher: ({ path }: { path?: string }) => SIGN_INS.has(path), handler: note }],
    },
  }
}
