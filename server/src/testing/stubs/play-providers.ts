import type { Provider } from '@footnote/contract/site/responses'

/** The profile that a provider returns for a visitor. */
export interface ProviderWord {
  readonly id: string
  readonly email: string
  readonly isVerified: boolean
}

/**
 * Plays GitHub and Google by replacing `fetch` for their hosts, so that nothing leaves the machine;
 * all other requests are real.
 */
export function playProviders(): {
  says(provider: Provider, word: ProviderWord): void
  stop(): void
} {
  const words: Partial<Record<Provider, ProviderWord>> = {}
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname === '127.0.0.1') return real(input, init)
    const answer = answers[url.host + url.pathname]
    if (!answer) throw new Error('nothing may leave the machine')
    return Response.json(answer(words))
  }
  return {
    says(provider, word) {
      words[provider] = word
    },
    stop() {
      globalThis.fetch = real
    },
  }
}

type Words = Readonly<Partial<Record<Provider, ProviderWord>>>

const answers: Readonly<Record<string, (words: Words) => unknown>> = {
  'github.com/login/oauth/access_token': () => ({ access_token: 'secret-access-token' }),
  'api.github.com/user': ({ github }) => ({
    id: Number(github?.id),
    login: 'ada',
    name: 'Ada Lovelace',
    email: github?.email,
    avatar_url: 'https://example.com/ada.png',
  }),
  'api.github.com/user/emails': ({ github }) => [
    { email: github?.email, primary: true, verified: github?.isVerified },
  ],
  'oauth2.googleapis.com/token': ({ google }) => ({
    access_token: 'secret-access-token',
    id_token: unsignedToken({
      sub: google?.id,
      email: google?.email,
      email_verified: google?.isVerified,
      name: 'Ada Lovelace',
    }),
  }),
}

/** It comes straight from the provider's own host, so nobody checks its signature. */
function unsignedToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`
}
