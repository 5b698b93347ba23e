import { loadAuthSeal } from '../secrets/auth-seal.ts'
import type { SiteSecrets } from '../secrets/site-secrets.ts'
import { makeBackupCodes } from './backup-codes.ts'

interface Options {
  readonly secret: string
  readonly secrets: SiteSecrets
}

/**
 * Loads better-auth's second factor. It asks after a provider sign-in too, where better-auth asks only after a password,
 * and opens what any secret of the service has sealed.
 */
export async function loadTwoFactorPlugin({ secret, secrets }: Options) {
  const [{ twoFactor }, stored, own] = await Promise.all([
    import('better-auth/plugins/two-factor'),
    loadAuthSeal(secrets),
    loadAuthSeal({ current: secret, all: secrets.all }),
  ])
  const plugin = twoFactor({
    issuer: 'Footnote',
    backupCodeOptions: { customBackupCodesGenerate: makeBackupCodes, storeBackupCodes: stored },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'auth_two_factor',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
  const { user, twoFactor: table } = plugin.schema
  /** better-auth opens the authenticator's secret itself, with the one secret that it has. */
  const output = async (sealed: unknown) =>
    own.decrypt(String(sealed)).then(own.encrypt, () => sealed)
  const fields = { ...table.fields, secret: { ...table.fields.secret, transform: { output } } }
  const after = plugin.hooks.after.map(hook => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      context.path === '/callback/:id' || hook.matcher(context),
  }))
  return {
    ...plugin,
    schema: { user, twoFactor: { ...table, fields } },
    hooks: { ...plugin.hooks, after },
  } as typeof plugin
}
