import type { Database } from '@footnote/platform/database/connect'

interface Profile<Data> {
  readonly user: { readonly email?: string | null | undefined; readonly emailVerified: boolean }
  readonly data: Data
}

/**
 * Reduces a provider's profile to the data that we keep. An address that the provider has not
 * proven is removed, so that better-auth refuses it. For a proven address, an unconfirmed user with
 * that address is deleted first: neither may end up in the other's account.
 */
export async function proveEmail<Data>(
  database: Database,
  ask: () => Promise<Profile<Data> | null>,
): Promise<{
  user: { name: string; email: string | null; emailVerified: boolean }
  data: Data
} | null> {
  const profile = await ask()
  if (!profile) return null
  const { email, emailVerified } = profile.user
  if (!email || emailVerified !== true) {
    return { user: { name: '', email: null, emailVerified: false }, data: profile.data }
  }
  await database.query('delete from auth_user where email = lower($1) and not email_verified', [
    email,
  ])
  return { user: { name: '', email, emailVerified: true }, data: profile.data }
}
