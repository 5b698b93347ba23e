import { plainLine } from '@footnote/contract/report/plain-text'
import { pages } from '@footnote/contract/site/pages'
import type { Database } from '@footnote/platform/database/connect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { POLL_SECONDS, pollDeviceLogin, startDeviceLogin } from '../../connections/device-logins.ts'
import type { Authenticator } from '../../keys/authenticator.ts'
import { revokeKeyById } from '../../keys/keys.ts'
import type { McpResource } from './mcp-resource.ts'
import { takesForm } from './takes-form.ts'

const CLIENT_ID = 'footnote-cli'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
/** Leaves room for a number that makes the key's name unique. */
const NAME_CHARACTERS = 60

interface Dependencies {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly resource: McpResource
}

const refusals = {
  pending: ['authorization_pending', 'Nobody has entered the code yet.'],
  too_early: ['slow_down', 'You ask too often.'],
  denied: ['access_denied', 'The login was refused.'],
  expired: ['expired_token', 'The code has expired.'],
  unknown: ['invalid_grant', 'This device code is unknown.'],
} as const

/** Adds the endpoints with which the command line logs in by a code (RFC 8628) and out again (RFC 7009). */
export function addDeviceLogin(
  app: FastifyInstance,
  { database, authenticator, resource }: Dependencies,
): void {
  app.post('/auth/device/code', takesForm, async (request, reply) => {
    const form = readForm(request)
    if (form.get('client_id') !== CLIENT_ID) return refuse(reply, 'invalid_client', 'Use the CLI.')
    const deviceName = toDeviceName(form.get('device_name'))
    const login = await startDeviceLogin(database, { deviceName, address: request.ip })
    return {
      device_code: login.deviceCode,
      user_code: login.userCode,
      // Without the code: whoever approves has to type what their own device shows.
      verification_uri: new URL(pages.device, resource.urlOf(request)).href,
      expires_in: login.lifetimeSeconds,
      interval: POLL_SECONDS,
    }
  })

  app.post('/auth/device/token', takesForm, async (request, reply) => {
    const form = readForm(request)
    const deviceCode = form.get('device_code') ?? ''
    if (form.get('client_id') !== CLIENT_ID) return refuse(reply, 'invalid_client', 'Use the CLI.')
    if (form.get('grant_type') !== GRANT_TYPE) {
      return refuse(reply, 'unsupported_grant_type', `The grant_type must be ${GRANT_TYPE}.`)
    }
    const poll = await pollDeviceLogin(database, deviceCode)
    if (poll.state !== 'approved') {
      const [error, description] = refusals[poll.state]
      return refuse(reply, error, description)
    }
    return { access_token: deviceCode, token_type: 'Bearer', key_name: poll.keyName }
  })

  app.post('/auth/device/revoke', takesForm, async request => {
    const caller = await authenticator.authenticate(readForm(request).get('token') ?? '')
    if (caller) await revokeKeyById(database, caller)
    // The same reply for a key that is unknown or revoked already, by the standard.
    return {}
  })
}

function readForm({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(String(body ?? ''))
}

function refuse(reply: FastifyReply, error: string, description: string): object {
  reply.code(400)
  return { error, error_description: description }
}

function toDeviceName(given: string | null): string {
  const name = plainLine(given ?? '')
    .trim()
    .slice(0, NAME_CHARACTERS)
    .trim()
  return name === '' ? 'Command line' : `Command line on ${name}`
}
