import type { SitePart } from '@footnote/contract/site/operations'
import { SiteError } from './site-error.ts'

type Options = SitePart<'start_passkey', 'response'>['options']

/** Returns whether this browser can make and use passkeys; most can, so prerendering assumes it. */
export function canUsePasskeys(): boolean {
  if (typeof window === 'undefined') return true
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Asks the browser to make a passkey. */
export async function makePasskey(
  options: Options,
): Promise<SitePart<'add_passkey', 'body'>['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await navigator.credentials.create({ publicKey }).catch(explain)
  const { id, rawId, response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { ...common({ id, rawId }), response: { clientDataJSON, attestationObject, transports } }
}

/** Returns whether this browser can offer passkeys among the suggestions of a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

/**
 * Asks the browser for a passkey of this website. With `offer`, it waits for the reader to choose one
 * among the suggestions of a field, until the signal aborts.
 */
export async function askForPasskey(
  options: Options,
  { offer }: { offer?: AbortSignal } = {},
): Promise<SitePart<'passkey_sign_in', 'body'>['credential']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const used = await navigator.credentials
    .get({ publicKey, ...(offer && { mediation: 'conditional', signal: offer }) })
    .catch(explain)
  const { id, rawId, response } = (
    used as PublicKeyCredential
  ).toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...common({ id, rawId }),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

function common({ id, rawId }: { id: string; rawId: string }) {
  return { id, rawId, type: 'public-key', clientExtensionResults: {} } as const
}

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey request was cancelled or timed out. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError:
    'Passkeys don’t work at this address. Open this website by its host name, such as localhost.',
}

/** Replaces the browser's words, which differ between browsers. */
function explain(error: unknown): never {
  const name = error instanceof DOMException ? error.name : ''
  throw new SiteError('WRONG_PASSKEY', REASONS[name] ?? 'This browser can’t use that passkey.')
}
