import type { Database } from '@footnote/platform/database/connect'

interface Profile<Data> {
  readonly user: { readonly email?: string | null | undefined; readonly emailVerified: boolean }
  readonly data: Data
}

/**
 * A provider's word on who somebody is, cut down to what we keep. Where the provider has not proven
 * the address there is none, so that better-auth refuses it. Where it has, whoever signed up with
 * that address without proving it loses it first: neither may end up in the other's account.
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
