import { pages } from '@footnote/contract/site/pages'
import { sitePaths } from '@footnote/contract/site/paths'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { authenticatorCode } from '../server/src/testing/scenes/authenticator-code.ts'
import { joinWebsite } from '../server/src/testing/scenes/join-website.ts'
import { describeWebsite, type WebsiteScene } from './scene/describe-website.ts'
import { cookiesOf } from './scene/open-member.ts'
import { signOut } from './scene/sign-out.ts'
import { PASSWORD } from './scene/sign-up.ts'

/** Passkeys belong to a host name, which an address such as 127.0.0.1 is not. */
const ELSEWHERE = 'http://localhost:9'

describeWebsite(
  'passkeys',
  scene => {
    const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
    const pressPasskey = (page: Page) =>
      page.getByRole('button', { name: 'Sign in with a passkey' }).click()

    it('are added, sign in without a code, are renamed and removed, and each change is mailed', async () => {
      const { page, member, url } = await openWithAuthenticator(scene)
      const cookie = await turnOnTwoFactor(member)
      await page.context().addCookies(cookiesOf({ ...member, cookie }, url))
      await addPasskey(page, { member, url, name: 'Laptop' })
      expect(await scene.site.readMail(member.email)).toMatchObject({
        subject: 'A passkey was added',
      })

      await signOut(page)
      // The authenticator would choose an offered passkey at once.
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => false')
      await page.goto(`${url}${pages.signIn}`)
      await pressPasskey(page)
      await heading(page, 'Welcome')

      await page.goto(`${url}${pages.settings}`)
      await page.getByRole('button', { name: 'Rename Laptop' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Old laptop')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByRole('button', { name: 'Remove Old laptop' }).click()
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not the one')
      await page.getByRole('button', { name: 'Remove passkey' }).click()
      await page.getByText('Incorrect password').waitFor()
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Remove passkey' }).click()
      await page.getByText('You have no passkeys yet.').waitFor()
      expect(await scene.site.readMail(member.email)).toMatchObject({
        subject: 'A passkey was removed',
      })

      await signOut(page)
      await page.goto(`${url}${pages.signIn}`)
      await pressPasskey(page)
      await page.getByText('That passkey didn’t work').waitFor()
    })

    it('are offered in the email field', async () => {
      const { page, member, url } = await openWithAuthenticator(scene)
      await addPasskey(page, { member, url, name: 'Laptop' })
      // The sign-in page that follows offers it, and the authenticator chooses it at once.
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await heading(page, 'Welcome')
    })

    it('sign in once per challenge, from this origin alone, and only if they verify their user', async () => {
      const { page, member, url } = await openWithAuthenticator(scene)
      await addPasskey(page, { member, url, name: 'Laptop' })
      await page.context().clearCookies()
      await page.goto(`${url}${pages.prices}`)

      const first = await start(page, url)
      const credential = await assert(page, first)
      expect(await finish(page, url, credential)).toEqual({ status: 200, code: undefined })
      // The same again, with the cookie of its challenge.
      expect(await finish(page, url, credential)).toEqual({ status: 403, code: 'WRONG_PASSKEY' })
      // And with the cookie of a new challenge.
      await start(page, url)
      expect(await finish(page, url, credential)).toEqual({ status: 403, code: 'WRONG_PASSKEY' })

      const unverified = { ...(await start(page, url)), userVerification: 'discouraged' }
      await setVerified(page, false)
      const weak = await assert(page, unverified)
      expect(await finish(page, url, weak)).toEqual({ status: 403, code: 'WRONG_PASSKEY' })
      await setVerified(page, true)

      const asked = await start(page, url)
      await page.route(`${ELSEWHERE}/**`, route =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>Elsewhere</title>',
        }),
      )
      await page.goto(`${ELSEWHERE}/`)
      const foreign = await assert(page, asked)
      expect(await finish(page, url, foreign)).toEqual({ status: 403, code: 'WRONG_PASSKEY' })
    })
  },
  async () => ({ settings: {}, origins: [ELSEWHERE] }),
)

type Member = Awaited<ReturnType<typeof joinWebsite>>

const authenticators = new WeakMap<Page, (isVerified: boolean) => Promise<void>>()

/** A member's page by host name, in a browser with an authenticator that confirms everything. */
async function openWithAuthenticator(scene: WebsiteScene) {
  const member = await joinWebsite(scene.site)
  const url = scene.site.url.replace('127.0.0.1', 'localhost')
  const page = await scene.openPage({ baseURL: url })
  await page.context().addCookies(cookiesOf(member, url))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  authenticators.set(page, async isUserVerified => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  })
  return { page, member, url }
}

async function setVerified(page: Page, isVerified: boolean): Promise<void> {
  await authenticators.get(page)?.(isVerified)
}

/** Returns the cookie of the only session that is left. */
async function turnOnTwoFactor(member: Member): Promise<string> {
  const { body } = await member.call('start_two_factor', { body: { password: PASSWORD } })
  const code = authenticatorCode(body.secret)
  const { status, headers } = await member.call('confirm_two_factor', { body: { code } })
  expect(status).toBe(200)
  const lines = headers.getSetCookie().filter(line => !/max-age=0(;|$)/i.test(line))
  return lines.map(line => line.split(';')[0]).join('; ')
}

async function addPasskey(
  page: Page,
  { member, url, name }: { member: Member; url: string; name: string },
): Promise<void> {
  await page.goto(`${url}${pages.settings}`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`Passkey “${name}” added.`).waitFor()
}

/** Requests a challenge as the sign-in page does, with the browser's cookies. */
async function start(page: Page, origin: string): Promise<object> {
  const reply = await page
    .context()
    .request.post(`${origin}${sitePaths.start_passkey_sign_in.path}`, { headers: { origin } })
  expect(reply.status()).toBe(200)
  return (await reply.json()).options
}

/** Has the page's browser sign a challenge. */
async function assert(page: Page, options: object): Promise<object> {
  return page.evaluate(`(async options => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const { id, rawId, response } = (await navigator.credentials.get({ publicKey })).toJSON()
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id, rawId, type: 'public-key', clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    }
  })(${JSON.stringify(options)})`)
}

async function finish(page: Page, origin: string, credential: object) {
  const reply = await page.context().request.post(`${origin}${sitePaths.passkey_sign_in.path}`, {
    headers: { origin },
    data: { credential },
  })
  return { status: reply.status(), code: (await reply.json()).code as string | undefined }
}
