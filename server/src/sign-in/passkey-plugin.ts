const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/

/** Loads better-auth's passkey plugin for the website's origin. */
export async function loadPasskeyPlugin({ origin }: { origin: string }) {
  const [{ passkey }, { APIError }] = await Promise.all([
    import('@better-auth/passkey'),
    import('better-auth/api'),
  ])
  /** A passkey replaces both factors, so it must verify its user; the plugin does not insist. */
  const requireVerified = (isVerified: boolean | undefined) => {
    if (!isVerified) throw new APIError('FORBIDDEN', { code: 'USER_NOT_VERIFIED' })
  }
  const site = passkeySite(origin)
  return passkey({
    rpID: site.hostname,
    rpName: 'Footnote',
    origin: site.origin,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    // Discoverable, since the sign-in page does not ask for an address first.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'auth_passkey',
        fields: {
          userId: 'user_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

/** Passkeys belong to a host name. In local mode that is localhost, whichever address is listened on. */
function passkeySite(origin: string): URL {
  const site = new URL(origin)
  if (LOOPBACK.test(site.hostname)) site.hostname = 'localhost'
  return site
}
