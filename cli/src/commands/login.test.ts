import { readFile, stat } from 'node:fs/promises'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPayer } from '../../../server/src/testing/scenes/create-payer.ts'
import { joinWebsite } from '../../../server/src/testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../../../server/src/testing/scenes/start-website.ts'
import { credentialsPath, writeCredentials } from '../credentials/credentials.ts'
import { startDeviceLogin, waitForKey } from '../credentials/device-login.ts'
import { isTmuxInstalled, openScreen } from '../testing/open-screen.ts'
import { runCli } from '../testing/run-cli.ts'

let site: TestWebsite
let folder: TemporaryFolder
let env: Record<string, string>
beforeAll(async () => {
  site = await startWebsite()
  folder = await makeTemporaryFolder()
  env = { XDG_CONFIG_HOME: folder.path }
})
afterAll(async () => {
  await site.close()
  await folder.remove()
})

it('checks and stores a piped key, uses it until logout, and never stores a wrong one', async () => {
  const { key } = await createPayer(site.database, '3')
  const login = (input: string) =>
    runCli(['login'], { env: { ...env, FOOTNOTE_BASE_URL: site.url }, input })
  const path = credentialsPath(env)

  const wrong = await login('fn_wrong\n')
  expect(wrong).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('valid') })
  expect(await login('two words')).toMatchObject({ code: 3, stdout: '' })
  await expect(stat(path)).rejects.toThrow('ENOENT')

  const right = await login(`${key}\n`)
  expect(right).toMatchObject({ code: 0, stdout: '' })
  expect(right.stderr).toContain(`Logged in to ${site.url}. Balance: $3.00`)
  expect(right.stderr).not.toContain(key)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ address: site.url, key })

  const elsewhere = { ...env, FOOTNOTE_BASE_URL: 'http://127.0.0.1:1' }
  const [balance, refused] = await Promise.all([
    runCli(['balance'], { env }),
    runCli(['balance'], { env: elsewhere }),
  ])
  expect(balance).toEqual({ code: 0, stdout: '$3.00\n', stderr: '' })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('is not sent to') })

  const logout = await runCli(['logout'], { env })
  expect(logout).toMatchObject({ code: 0, stderr: expect.stringContaining('stays valid') })
  expect(await runCli(['balance'], { env })).toMatchObject({ code: 3 })
})

it('logs in by a code that a member enters, and revokes the key on logout', async () => {
  const member = await joinWebsite(site, { usd: '2' })
  const login = await startDeviceLogin(site.url)
  if (!login) throw new Error('the website offers a login by a code')
  expect(login.page).toBe(`${site.url}/device`)
  const waiting = waitForKey(site.url, login)
  const body = { user_code: login.userCode, month_cap_cents: 100 }
  expect((await member.call('approve_device', { body })).status).toBe(200)
  await writeCredentials(env, { address: site.url, key: await waiting, isOwn: true })
  expect(await runCli(['balance'], { env })).toMatchObject({ code: 0, stdout: '$2.00\n' })

  const logout = await runCli(['logout'], { env })
  expect(logout).toMatchObject({ code: 0, stderr: expect.stringContaining('was revoked') })
  const { keys } = (await member.call('keys')).body
  expect(keys).toMatchObject([{ revoked_at: expect.any(String) }])
})

it('reports a refused login, and a service that offers none', async () => {
  const member = await joinWebsite(site)
  const login = await startDeviceLogin(site.url)
  if (!login) throw new Error('the website offers a login by a code')
  await member.call('deny_device', { body: { user_code: login.userCode } })
  await expect(waitForKey(site.url, login)).rejects.toThrow('the login was refused')
  expect(await startDeviceLogin(`${site.url}/elsewhere`)).toBeUndefined()
  await expect(startDeviceLogin('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'NO_REPLY' })
})

it.runIf(isTmuxInstalled())(
  'in a real terminal, shows a code, waits for it to be entered and stores the key',
  async () => {
    const member = await joinWebsite(site, { usd: '4' })
    const screen = await openScreen({ ...env, FOOTNOTE_BASE_URL: site.url })
    onTestFinished(screen.close)
    await screen.type('footnote login; echo "ended with $?"')
    await screen.shows(`Service address [${site.url}]:`)
    await screen.type('')
    const asked = await screen.shows('Waiting for the code to be entered')
    expect(asked).toContain(`On any device, open ${site.url}/device\n`)
    const user_code = /Enter this code there: ([A-Z]{4}-[A-Z]{4})\n/.exec(asked)?.[1]
    const approved = await member.call('approve_device', {
      body: { user_code, month_cap_cents: 1 },
    })
    expect(approved.status).toBe(200)
    const shown = await screen.shows('ended with 0')
    expect(shown).toContain(`Logged in to ${site.url}. Balance: $4.00`)
    const { key } = JSON.parse(await readFile(credentialsPath(env), 'utf8'))
    expect(shown).not.toContain(key)
    await screen.type('footnote answer "What is it?"')
    await screen.shows('monthly cap')
    await screen.type('footnote logout')
    await screen.shows('The key was revoked.')
  },
)
