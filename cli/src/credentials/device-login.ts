import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { isJsonObject } from '@footnote/contract/json-object'
import { CallerError } from '../errors/caller-error.ts'
import type { Environment } from '../output/terminal/terminal.ts'

const CLIENT_ID = 'footnote-cli'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const PATIENCE_MS = 15_000
/** A device that polls too often waits this much longer (RFC 8628, 3.5). */
const SLOWER_SECONDS = 5

interface DeviceLogin {
  readonly deviceCode: string
  /** The user types it on the page. */
  readonly userCode: string
  readonly page: string
  readonly intervalSeconds: number
  readonly lifetimeSeconds: number
}

/** Starts a login by a code (RFC 8628). Returns undefined if the service offers none. */
export async function startDeviceLogin(address: string): Promise<DeviceLogin | undefined> {
  const { status, body } = await sendForm(address, 'code', { device_name: hostname() })
  if (status === 404 || status === 405) return undefined
  const { device_code, user_code, verification_uri, interval, expires_in } = body
  const isComplete =
    typeof device_code === 'string' &&
    typeof user_code === 'string' &&
    typeof verification_uri === 'string' &&
    /^https?:\/\//.test(verification_uri)
  if (status !== 200 || !isComplete) {
    const { message = 'the service could not start a login' } = body
    throw new CallerError('NO_API_KEY', `${message} To paste a key, run: footnote login --key`)
  }
  return {
    deviceCode: device_code,
    userCode: user_code,
    page: verification_uri,
    intervalSeconds: Number(interval) || SLOWER_SECONDS,
    lifetimeSeconds: Number(expires_in) || 0,
  }
}

/** Waits until the user has approved the login, and returns its key. */
export async function waitForKey(
  address: string,
  { deviceCode, intervalSeconds, lifetimeSeconds }: DeviceLogin,
): Promise<string> {
  const endsAt = performance.now() + lifetimeSeconds * 1_000
  const fields = { grant_type: GRANT_TYPE, device_code: deviceCode }
  for (let seconds = intervalSeconds; performance.now() < endsAt; ) {
    await pause(seconds * 1_000)
    // A connection that fails is tried again until the code expires.
    const { body } = await sendForm(address, 'token', fields).catch(() => ({ body: NOTHING }))
    if (typeof body['access_token'] === 'string') return body['access_token']
    if (body['error'] === 'slow_down') seconds += SLOWER_SECONDS
    if (body['error'] === 'access_denied') {
      throw new CallerError('NO_API_KEY', 'the login was refused; nothing was stored')
    }
    if (body['error'] === 'expired_token' || body['error'] === 'invalid_grant') break
  }
  throw new CallerError('NO_API_KEY', 'the code has expired; run footnote login again')
}

/** Revokes a key that a login has created. */
export async function revokeKey(address: string, key: string): Promise<boolean> {
  return sendForm(address, 'revoke', { token: key }).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Opens the page in a browser of this machine; returns false if there seems to be none. */
export function openBrowser(env: Environment, url: string): boolean {
  const opener = openerOf(env)
  if (!opener) return false
  const [program, ...args] = opener
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
  return true
}

function openerOf(env: Environment): readonly [string, ...string[]] | undefined {
  // A browser would open on the other machine.
  if (env['SSH_CONNECTION']) return undefined
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}

const NOTHING: Readonly<Record<string, unknown>> = {}

async function sendForm(
  address: string,
  endpoint: 'code' | 'token' | 'revoke',
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  try {
    const reply = await fetch(`${address}/auth/device/${endpoint}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const body: unknown = await reply.json().catch(() => undefined)
    return { status: reply.status, body: isJsonObject(body) ? body : NOTHING }
  } catch (cause) {
    const { ConnectionError } = await import('@footnote/sdk')
    const message = 'Could not reach the service.'
    throw new ConnectionError(message, { stage: 'connect', money: 'not_charged', cause })
  }
}
