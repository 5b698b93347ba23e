import { limits } from '@footnote/contract/limits'
import { pages } from '@footnote/contract/site/pages'
import type { Command } from 'commander'
import { DEFAULT_ADDRESS, toAddress } from '../credentials/address.ts'
import { ask } from '../credentials/ask.ts'
import type { Credentials } from '../credentials/credentials-file.ts'
import { givenAddress } from '../credentials/find-access.ts'
import { readCredentials } from '../credentials/read-credentials.ts'
import { writeCredentials } from '../credentials/write-credentials.ts'
import { CallerError } from '../errors/caller-error.ts'
import { dollars } from '../output/dollars.ts'
import { readLimited } from './read-limited.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

const KEY = /^[\x21-\x7e]{1,200}$/
const INSTALLED = 'FOOTNOTE_API_KEY'

export function addLoginCommand(program: Command): void {
  program
    .command('login')
    .summary('Store an API key for the other commands')
    .description(
      'Asks for the address of the service and an API key, checks both, and stores them for you alone. ' +
        'A key that is piped in is not asked for; FOOTNOTE_BASE_URL is the address then.',
    )
    .action(login)
}

async function login(): Promise<void> {
  await withSession({}, async session => {
    const address = await readAddress(session)
    const key = await readKey(session, address)
    session.note({ address })
    session.showStatus('Checking the key')
    const { Footnote } = await import('@footnote/sdk')
    const { balance_usd } = await new Footnote({ apiKey: key, baseUrl: address }).wallet()
    const path = await store(session, { address, key })
    session.say(`Logged in to ${address}; the wallet holds ${dollars(balance_usd)}.`)
    session.say(`The key is stored in ${path}; footnote logout removes it.`)
    if (session.env[INSTALLED]) session.say(`${INSTALLED} is set, and wins over it.`)
  })
}

async function readAddress({ env, stdin, terminal }: Session): Promise<string> {
  const usual = givenAddress(env) ?? (await storedAddress(env)) ?? DEFAULT_ADDRESS
  if (!stdin.isTTY) return usual
  const text = `Address of the service [${usual}]: `
  const typed = await ask({ stdin, err: terminal.err }, { text })
  if (typed === undefined) throw new CallerError('USAGE', 'no address was given')
  return typed.trim() === '' ? usual : toAddress(typed, 'the address')
}

/** A file that may not be read is about to be replaced. */
async function storedAddress(env: Session['env']): Promise<string | undefined> {
  const stored = await readCredentials(env).catch(() => undefined)
  return stored?.address
}

async function readKey({ stdin, terminal }: Session, address: string): Promise<string> {
  const typed = stdin.isTTY
    ? await ask(
        { stdin, err: terminal.err },
        { text: `API key (from ${address}${pages.keys}; it is not shown): `, isHidden: true },
      )
    : await readLimited(stdin, { limitBytes: limits.bodyBytes, name: 'the key' })
  const key = typed?.trim() ?? ''
  if (!KEY.test(key)) throw new CallerError('NO_API_KEY', 'that is no API key; nothing was stored')
  return key
}

async function store({ env }: Session, credentials: Credentials): Promise<string> {
  try {
    return await writeCredentials(env, credentials)
  } catch (error) {
    throw new CallerError('USAGE', 'the key is good, but could not be stored', { cause: error })
  }
}
