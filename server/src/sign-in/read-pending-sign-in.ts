import type { BetterAuth } from './better-auth.ts'

interface PendingSignIn {
  /** By which better-auth knows it; undefined where none waits. */
  readonly id: string | undefined
  /** Its cookie and no other: with that of a session, better-auth would judge what the session set up. */
  readonly cookie: string | undefined
}

/** The sign-in that waits for its second factor, in the cookies of a request. */
export async function readPendingSignIn(
  { $context }: BetterAuth,
  cookies: string | undefined,
): Promise<PendingSignIn> {
  const { name } = (await $context).createAuthCookie('two_factor')
  const cookie = cookies
    ?.split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`))
  // better-auth checks the signature behind the dot.
  return { id: cookie?.slice(name.length + 1).split('.')[0], cookie }
}
