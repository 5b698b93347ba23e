import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WEBHOOK_EVENTS } from '@footnote/contract/webhook-events'
import type { WebhookEvent } from '@footnote/sdk'
import { type Command, Option } from 'commander'
import { CallerError } from '../errors/caller-error.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { forwardEvent } from './forward-event.ts'
import { openClient } from './open-client.ts'
import { withSession } from './with-session.ts'

const POLL_MS = 2_000
const IS_LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

interface Options {
  readonly to: string
  readonly event?: WebhookEvent[]
}

export function addListenCommand(parent: Command): void {
  parent
    .command('listen')
    .summary('Forward events to a port of this machine')
    .description(
      'Asks the service for new events every 2 seconds and sends each one to your address, signed with a secret that is printed first. It needs no webhook and no public address. Each event is sent once, without retries. Free.',
    )
    .requiredOption('--to <url>', 'Port or address on this machine, such as 3000')
    .addOption(
      new Option('--event <event...>', 'Events to forward (default: all)').choices(WEBHOOK_EVENTS),
    )
    .action(listen)
}

async function listen({ to, event: kinds = [...WEBHOOK_EVENTS] }: Options): Promise<void> {
  await withSession({}, async session => {
    const url = readTarget(to)
    const { webhooks } = await openClient(session)
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const seen = new Set<string>()
    // Events before the start are not forwarded.
    newEvents(await webhooks.events(), seen)
    session.say('Signing secret of this session:')
    session.print(`${secret}\n`)
    session.say(`Forwarding events to ${url}. To stop, press Ctrl-C.`)
    for (;;) {
      await pause(POLL_MS)
      for (const event of newEvents(await webhooks.events(), seen)) {
        if (!kinds.includes(event.kind)) continue
        const outcome = await forwardEvent(event, { url, secret })
        session.say(`${cleanLine(event.kind)} ${cleanLine(event.event_id)}: ${cleanLine(outcome)}`)
      }
    }
  })
}

/**
 * Returns listed events that were not seen before, oldest first. Compares IDs instead of times, since an event can be
 * committed after a later one.
 */
export function newEvents<Event extends { readonly event_id: string }>(
  listed: readonly Event[],
  seen: Set<string>,
): Event[] {
  const fresh = listed.filter(({ event_id }) => !seen.has(event_id)).reverse()
  // An event that has left the list never comes back.
  seen.clear()
  for (const { event_id } of listed) seen.add(event_id)
  return fresh
}

function readTarget(text: string): string {
  const url = URL.parse(/^\d+$/.test(text) ? `http://localhost:${text}` : text)
  if (url && /^https?:$/.test(url.protocol) && IS_LOCAL.test(url.hostname)) return url.href
  throw new CallerError('USAGE', '--to must be a port or an address on this machine')
}
