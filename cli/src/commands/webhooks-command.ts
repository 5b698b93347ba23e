import { WEBHOOK_EVENTS } from '@footnote/contract/webhook-events'
import type {
  AccountEvent,
  Footnote,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
  WebhookSecretResponse,
} from '@footnote/sdk'
import { type Command, Option } from 'commander'
import { tellUsageErrors } from '../create-program.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { localTime } from '../output/terminal/local-time.ts'
import { renderTable, type TableColumn } from '../output/terminal/render-table.ts'
import { wide } from '../output/terminal/terminal.ts'
import { addListenCommand } from './listen-command.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions, type OutputOptions } from './output-options.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

interface EventOptions extends OutputOptions {
  readonly event?: WebhookEvent[]
}

interface UpdateOptions extends EventOptions {
  readonly url?: string
  readonly on?: boolean
  readonly off?: boolean
}

const webhookColumns: readonly TableColumn<Webhook>[] = [
  { title: 'Webhook', value: ({ webhook_id }) => webhook_id },
  { title: 'State', value: ({ disabled_at }) => (disabled_at === null ? 'on' : 'off') },
  { title: 'Address', value: ({ url }) => url },
  { title: 'Events', value: ({ events }) => events.join(', ') },
]
const eventColumns: readonly TableColumn<AccountEvent>[] = [
  { title: 'When', value: ({ created_at }) => localTime(created_at) },
  { title: 'Event', value: ({ kind }) => kind },
  { title: 'ID', value: ({ event_id }) => event_id },
]
const deliveryColumns: readonly TableColumn<WebhookDelivery>[] = [
  { title: 'When', value: ({ created_at }) => localTime(created_at) },
  { title: 'Event', value: ({ kind }) => kind },
  { title: 'State', value: deliveryState },
  { title: 'Tries', value: ({ tries }) => tries },
  { title: 'Reply', value: ({ last_status, last_fault }) => last_status ?? last_fault ?? '' },
  { title: 'Delivery', value: ({ delivery_id }) => delivery_id },
]

export function addWebhooksCommand(program: Command): void {
  const command = program
    .command('webhooks')
    .summary('Manage your webhooks')
    .description('Manages the webhooks of your account. Free.')
  // Before its subcommands are added, which inherit it.
  tellUsageErrors(command)
  add(command, 'list', 'List your webhooks').action((options: OutputOptions) =>
    manage(options, ({ webhooks }) => webhooks.list(), showWebhooks),
  )
  add(command, 'add', 'Create a webhook, and show its secret once')
    .argument('<url>', 'Address that gets the events')
    .addOption(eventOption('all'))
    .action((url: string, { event: events = [...WEBHOOK_EVENTS], ...options }: EventOptions) =>
      manage(options, ({ webhooks }) => webhooks.create({ url, events }), showSecret),
    )
  add(command, 'update', 'Change a webhook, or switch it on or off')
    .argument('<id>', 'The webhook')
    .option('--url <url>', 'The new address')
    .addOption(eventOption('unchanged'))
    .option('--on', 'Switch it on')
    .addOption(new Option('--off', 'Switch it off').conflicts('on'))
    .action((id: string, { url, event: events, on, off, ...options }: UpdateOptions) => {
      const change = { url, events, ...((on || off) && { is_on: on === true }) }
      return manage(options, ({ webhooks }) => webhooks.update(id, change), showOne)
    })
  add(command, 'remove', 'Delete a webhook')
    .argument('<id>', 'The webhook')
    .action((id: string, options: OutputOptions) =>
      manage(options, ({ webhooks }) => webhooks.delete(id), sayDone('Deleted.')),
    )
  add(command, 'rotate', 'Give a webhook a new secret, and show it once')
    .argument('<id>', 'The webhook')
    .action((id: string, options: OutputOptions) =>
      manage(options, ({ webhooks }) => webhooks.rotateSecret(id), showSecret),
    )
  add(command, 'test', 'Send a test event')
    .argument('<id>', 'The webhook')
    .action((id: string, options: OutputOptions) =>
      manage(options, ({ webhooks }) => webhooks.test(id), sayDone('The test is on its way.')),
    )
  add(command, 'deliveries', 'List the latest deliveries of a webhook')
    .argument('<id>', 'The webhook')
    .action((id: string, options: OutputOptions) =>
      manage(options, ({ webhooks }) => webhooks.deliveries(id), showDeliveries),
    )
  add(command, 'events', 'List the latest events of your account').action(
    (options: OutputOptions) => manage(options, ({ webhooks }) => webhooks.events(), showEvents),
  )
  addListenCommand(command)
  add(command, 'replay', 'Send an event again')
    .argument('<id>', 'The webhook')
    .argument('<delivery>', 'The delivery')
    .action((id: string, delivery: string, options: OutputOptions) =>
      manage(
        options,
        ({ webhooks }) => webhooks.replay(id, delivery),
        sayDone('The event is on its way again.'),
      ),
    )
}

function add(parent: Command, name: string, summary: string): Command {
  return addOutputOptions(parent.command(name).summary(summary).description(`${summary}.`))
}

function eventOption(preset: string): Option {
  return new Option('--event <event...>', `Events to send (default: ${preset})`).choices(
    WEBHOOK_EVENTS,
  )
}

/** Sends a request, then prints the reply as JSON or in words. */
function manage<Reply>(
  options: OutputOptions,
  send: (footnote: Footnote) => Promise<Reply>,
  show: (session: Session, reply: Reply) => void,
): Promise<void> {
  return withSession(options, async session => {
    const reply = await send(await openClient(session))
    if (session.isJson) session.printJson(reply ?? { status: 'done' })
    else show(session, reply)
  })
}

function showWebhooks(session: Session, webhooks: readonly Webhook[]): void {
  const look = wide(session.terminal)
  const text = renderTable(look, webhooks, { columns: webhookColumns })
  session.print(webhooks.length === 0 ? 'No webhooks yet.\n' : text)
}

function showOne(session: Session, webhook: Webhook): void {
  showWebhooks(session, [webhook])
}

function showDeliveries(session: Session, deliveries: readonly WebhookDelivery[]): void {
  const look = wide(session.terminal)
  const text = renderTable(look, deliveries, { columns: deliveryColumns })
  session.print(deliveries.length === 0 ? 'No deliveries yet.\n' : text)
}

function showEvents(session: Session, events: readonly AccountEvent[]): void {
  const text = renderTable(wide(session.terminal), events, { columns: eventColumns })
  session.print(events.length === 0 ? 'No events yet.\n' : text)
}

function showSecret(session: Session, { webhook_id, secret }: WebhookSecretResponse): void {
  session.say(`Webhook: ${cleanLine(webhook_id)}`)
  session.say('This is the only time you’ll see this secret:')
  session.print(`${cleanLine(secret)}\n`)
}

function sayDone(text: string): (session: Session) => void {
  return session => session.say(text)
}

function deliveryState({ delivered_at, next_try_at }: WebhookDelivery): string {
  if (delivered_at !== null) return 'delivered'
  return next_try_at === null ? 'given up' : 'on its way'
}
