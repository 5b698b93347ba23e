import { limits } from '@footnote/contract/limits'
import { pages } from '@footnote/contract/site/pages'
import type { Command } from 'commander'
import { ask } from '../credentials/ask.ts'
import {
  type Credentials,
  readCredentials,
  removeCredentials,
  writeCredentials,
} from '../credentials/credentials.ts'
import {
  openBrowser,
  revokeKey,
  startDeviceLogin,
  waitForKey,
} from '../credentials/device-login.ts'
import { addressFromEnvironment, DEFAULT_ADDRESS, toAddress } from '../credentials/find-access.ts'
import { CallerError } from '../errors/caller-error.ts'
import { dollars } from '../output/money-text.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { readLimited } from './read-question.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

const KEY = /^[\x21-\x7e]{1,200}$/
const KEY_VARIABLE = 'FOOTNOTE_API_KEY'

interface Options {
  readonly key?: boolean
}

export function addLoginCommand(program: Command): void {
  program
    .command('login')
    .summary('Log in with your browser or an API key')
    .description(
      'Asks for the address of the service and shows a code. Enter the code on the page that opens, and choose how much ' +
        'this machine may spend. The new API key is stored for the other commands. ' +
        'To log in from a script, set FOOTNOTE_BASE_URL and pipe a key in.',
    )
    .option('--key', 'Paste an API key instead of using a browser')
    .action(login)
}

export function addLogoutCommand(program: Command): void {
  program
    .command('logout')
    .summary('Revoke and remove the stored API key')
    .description(
      'Removes the stored API key from this machine. A key that footnote login created is revoked; a key that you pasted stays valid.',
    )
    .action(logout)
}

async function login({ key: isPasted = false }: Options): Promise<void> {
  await withSession({}, async session => {
    const address = await readAddress(session)
    session.note({ address })
    const usesBrowser = !isPasted && session.stdin.isTTY === true
    const created = usesBrowser ? await logInByDevice(session, address) : undefined
    const credentials = created ?? { address, key: await readKey(session, address) }
    session.showStatus('Checking the key')
    const { Footnote } = await import('@footnote/sdk')
    const client = new Footnote({ apiKey: credentials.key, baseUrl: address })
    const { balance_usd } = await client.wallet()
    const path = await store(session, credentials)
    session.say(`Logged in to ${address}. Balance: ${dollars(balance_usd)}`)
    session.say(`The key is stored in ${path}. To remove it, run: footnote logout`)
    if (session.env[KEY_VARIABLE]) {
      session.say(`${KEY_VARIABLE} is set and takes precedence over the stored key.`)
    }
  })
}

/** Logs in by a code; returns undefined if the service offers no such login. */
async function logInByDevice(
  { env, say, showStatus }: Session,
  address: string,
): Promise<Credentials | undefined> {
  const login = await startDeviceLogin(address)
  if (!login) return undefined
  const page = cleanLine(login.page)
  const isOpen = openBrowser(env, login.page)
  say(`${isOpen ? 'Opening' : 'On any device, open'} ${page}`)
  say(`Enter this code there: ${cleanLine(login.userCode)}`, { bold: true })
  showStatus('Waiting for the code to be entered')
  return { address, key: await waitForKey(address, login), isOwn: true }
}

async function readAddress({ env, stdin, terminal }: Session): Promise<string> {
  const suggested = addressFromEnvironment(env) ?? (await storedAddress(env)) ?? DEFAULT_ADDRESS
  if (!stdin.isTTY) return suggested
  const text = `Service address [${suggested}]: `
  const typed = await ask({ stdin, err: terminal.err }, { text })
  if (typed === undefined) throw new CallerError('USAGE', 'no address given; nothing was stored')
  return typed.trim() === '' ? suggested : toAddress(typed, 'the address')
}

/** Ignores an unreadable file, which login is about to replace. */
async function storedAddress(env: Session['env']): Promise<string | undefined> {
  const stored = await readCredentials(env).catch(() => undefined)
  return stored?.address
}

async function readKey({ stdin, terminal }: Session, address: string): Promise<string> {
  const typed = stdin.isTTY
    ? await ask(
        { stdin, err: terminal.err },
        {
          text: `Create a key at ${address}${pages.access}\nAPI key (hidden as you type): `,
          isHidden: true,
        },
      )
    : await readLimited(stdin, { limitBytes: limits.bodyBytes, name: 'the key' })
  const key = typed?.trim() ?? ''
  if (!KEY.test(key)) {
    throw new CallerError('NO_API_KEY', 'that is not an API key; nothing was stored')
  }
  return key
}

async function store({ env }: Session, credentials: Credentials): Promise<string> {
  try {
    return await writeCredentials(env, credentials)
  } catch (error) {
    throw new CallerError('USAGE', 'the key is valid but could not be stored', { cause: error })
  }
}

async function logout(): Promise<void> {
  await withSession({}, async ({ env, say }) => {
    // A damaged file is removed all the same.
    const stored = await readCredentials(env).catch(() => undefined)
    const isRevoked = stored?.isOwn === true && (await revokeKey(stored.address, stored.key))
    const wasStored = await removeCredentials(env).catch((error: unknown) => {
      throw new CallerError('USAGE', 'the key could not be removed', { cause: error })
    })
    if (!wasStored) say('You are not logged in.')
    else if (isRevoked) say('Logged out. The key was revoked.')
    else say('Logged out. The key stays valid until you revoke it on the website.')
  })
}
