import { randomUUID } from 'node:crypto'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import { parseUsd } from '@footnote/contract/units'
import { creditWallet } from '../../wallet/credit-wallet.ts'
import { callSite } from './call-site.ts'
import { readMail } from './read-mail.ts'
import type { TestWebsite } from './start-website.ts'
import type { Reply } from './test-service.ts'

export interface TestMember {
  readonly email: string
  readonly password: string
  readonly accountId: string
  readonly cookie: string
  /** Sends a request as their page does. */
  call(name: SiteOperationName, request?: Parameters<typeof callSite>[2]): Promise<Reply>
}

/** Signs up a member with a confirmed address and that much credit. */
export async function joinWebsite(
  site: Pick<TestWebsite, 'url' | 'database'>,
  { usd = '0' } = {},
): Promise<TestMember> {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  await callSite(site.url, 'sign_up', { body: { email, password } })
  const code = /\b\d{6}\b/.exec((await readMail(site.database, email))?.text ?? '')?.[0]
  const admitted = await callSite(site.url, 'confirm_email', { body: { email, password, code } })
  const cookie = admitted.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const call: TestMember['call'] = (name, request) =>
    callSite(site.url, name, { cookie, ...request })
  const { account } = (await call('session')).body
  if (!account) throw new Error('signing up failed')
  const accountId = account.account_id
  const units = parseUsd(usd)
  if (units) {
    await creditWallet(site.database, { accountId, units, reason: 'test', reference: accountId })
  }
  return { email, password, accountId, cookie, call }
}
