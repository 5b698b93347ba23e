import type { AddressInfo } from 'node:net'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import type { Provider } from '@footnote/contract/site/responses'
import { UNOBSERVED } from '@footnote/platform/observation'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { type AttemptKind, attemptLimits } from '../../attempts/attempt-limits.ts'
import { takeAttempt } from '../../attempts/take-attempt.ts'
import { buildApp } from '../../http/app.ts'
import { addAuthCallback } from '../../http/auth-callback.ts'
import { noPackages } from '../../http/keep-packages.ts'
import type { AppDependencies } from '../../http/route.ts'
import { addSite } from '../../http/site-api/add-site.ts'
import type { SiteDependencies } from '../../http/site-api/site-route.ts'
import type { Message } from '../../mail/mailer.ts'
import { createPayments } from '../../payments/create-payments.ts'
import { createSiteSecrets, type SiteSecrets } from '../../secrets/site-secrets.ts'
import { createSignIn } from '../../sign-in/create-sign-in.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { callSite } from './call-site.ts'
import { createTestDatabase } from './test-database.ts'
import type { Reply } from './test-service.ts'

export const PASSWORD = 'correct horse battery'
const FAKE_OAUTH = { clientId: 'id', clientSecret: 'secret' }

export interface Browser {
  /** Sends a page's request, with the cookies of this browser. */
  call(
    name: SiteOperationName,
    body?: unknown,
    more?: Omit<NonNullable<Parameters<typeof callSite>[2]>, 'body' | 'cookie'>,
  ): Promise<Reply>
  /** Follows a link within the website, without redirects. */
  visit(path: string): Promise<{ status: number; location: string | null }>
  readonly cookies: Map<string, string>
  /** The origin of the website. */
  readonly address: string
}

export interface SignInScene extends TestDatabase {
  readonly url: string
  readonly signIn: SignIn
  readonly faults: unknown[]
  /** Every message, the latest last. */
  readonly messages: Message[]
  openBrowser(): Browser
  /** Makes all allowed attempts, so that the next one is one too many. */
  useUp(kind: AttemptKind, ...names: string[]): Promise<void>
  /** Returns the code in the latest message to an address. */
  readCode(email: string): string
  /** A signed-in browser, on an account whose address is proven. */
  join(email: string, password?: string): Promise<Browser>
  close(): Promise<void>
}

/** The website's operations over real HTTP on their own database, with messages kept at hand. */
export async function startSignInScene({
  providers = [] as Provider[],
  secureCookies = false,
  termsUrl = undefined as string | undefined,
  secrets = createSiteSecrets({
    secret: 'a secret of the tests, long enough for all',
  }) as SiteSecrets,
} = {}): Promise<SignInScene> {
  const testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const messages: Message[] = []
  const faults: unknown[] = []
  const reportFault = (error: unknown) => void faults.push(error)
  let url = ''
  const signIn = createSignIn(
    { database, mailer: { post: async message => void messages.push(message) }, reportFault },
    {
      secrets,
      origin: () => url,
      secureCookies,
      termsUrl,
      github: providers.includes('github') ? FAKE_OAUTH : undefined,
      google: providers.includes('google') ? FAKE_OAUTH : undefined,
    },
  )
  const site = {
    database,
    signIn,
    payments: createPayments({ database, reportFault, alert: () => {} }, { kind: 'test' }),
    offer: {
      base_url: 'http://localhost',
      providers,
      payments: 'none',
      mail: 'outbox',
      seller: null,
      welcome_units: 0,
      answers_visitors: false,
    },
    isOwnOrigin: (origin: string) => origin === url,
  } as Partial<SiteDependencies> as SiteDependencies
  const app = buildApp({
    observation: UNOBSERVED,
    baseUrl: 'http://localhost',
    sources: [],
    packages: noPackages,
    website: {
      addTo(target, api) {
        addSite(target, { ...site, api })
        addAuthCallback(target, { signIn, origin: () => url })
      },
    },
    // So that each browser can have its own address.
    trustedProxies: ['127.0.0.1'],
    closing: new AbortController().signal,
    isReady: () => true,
    reportFault,
  } as Partial<AppDependencies> as AppDependencies)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const readCode = (email: string) => {
    const message = messages.findLast(({ to }) => to === email)
    const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
    if (!code) throw new Error('no code was sent')
    return code
  }
  const openBrowser = () => createBrowser(url)
  return {
    ...testDatabase,
    url,
    signIn,
    faults,
    messages,
    openBrowser,
    async useUp(kind, ...names) {
      for (let made = 0; made < attemptLimits[kind].most; made += 1) {
        await takeAttempt(database, kind, ...names)
      }
    },
    readCode,
    async join(email, password = PASSWORD) {
      const browser = openBrowser()
      await browser.call('sign_up', { email, password, accept_terms: true })
      const reply = await browser.call('confirm_email', { email, password, code: readCode(email) })
      if (reply.status !== 200) throw new Error(`not signed in: ${JSON.stringify(reply.body)}`)
      return browser
    },
    async close() {
      await app.close()
      await testDatabase.drop()
    },
  }
}

let browsers = 0

/** Each browser has its own address, so that limits by address count it separately. */
function createBrowser(url: string): Browser {
  browsers += 1
  const address = `10.1.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`
  const cookies = new Map<string, string>()
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const cookie = () => [...cookies].map(pair => pair.join('=')).join('; ')
  return {
    cookies,
    address,
    async call(name, body, { headers, ...more } = {}) {
      const reply = await callSite(url, name, {
        cookie: cookie(),
        body,
        headers: { 'x-forwarded-for': address, 'user-agent': 'Test browser', ...headers },
        ...more,
      })
      keep(reply.headers)
      return reply
    },
    async visit(path) {
      const { status, headers } = await fetch(new URL(path, url), {
        redirect: 'manual',
        headers: { cookie: cookie(), 'x-forwarded-for': address },
      })
      keep(headers)
      return { status, location: headers.get('location') }
    },
  }
}
