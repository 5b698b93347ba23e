import type { SiteSecrets } from './site-secrets.ts'

/** Seals text in better-auth's format, and opens what any secret of the service has sealed. */
export interface AuthSeal {
  encrypt(text: string): Promise<string>
  decrypt(sealed: string): Promise<string>
}

export async function loadAuthSeal(secrets: SiteSecrets): Promise<AuthSeal> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  return {
    encrypt: data => symmetricEncrypt({ key: secrets.current, data }),
    decrypt: data => Promise.any(secrets.all.map(key => symmetricDecrypt({ key, data }))),
  }
}
