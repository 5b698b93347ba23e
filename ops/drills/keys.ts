import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pollUntil } from '@footnote/platform/poll-until'
import { Webhook } from 'standardwebhooks'
import type { SpawnedService } from '../../server/src/testing/processes/spawn-service.ts'
import { createEndpoint } from '../../server/src/webhooks/endpoints.ts'
import { createWebhookSeal } from '../../server/src/webhooks/webhook-secret.ts'
import { createCluster } from './cluster.ts'
import { call, checkMoney, createDrillPayer, retire, runDrill, SECRET, startLoad } from './drill.ts'

const SEALED = /sealed anew/

/** Replaces a webhook's secret, the upstream's key, the folder of the sealing keys and the service's secret. */
await runDrill(async drill => {
  const { folder, programs, resources, upstream, say, check } = drill
  const a = await createCluster(programs, join(folder, 'a'))
  resources.defer(a.kill)
  const settings = {
    DATABASE_URL: a.url,
    FOOTNOTE_DATA_DIR: join(folder, 'd'),
    FOOTNOTE_WEBHOOK_LOOPBACK: 'on',
  }
  let service = await drill.serve(settings)
  const payer = await createDrillPayer(a.database)
  const delivered: string[] = []

  async function restart(more: Readonly<Record<string, string>>): Promise<SpawnedService> {
    service.signal('SIGTERM')
    check((await service.ended()) === 0, 'a clean stop')
    service = await drill.serve({ ...settings, ...more })
    return service
  }
  async function pay(): Promise<void> {
    const { status, id } = await call(service.url, payer.key)
    check(status === 200, `a paid call, not ${status}`)
    delivered.push(id)
  }
  const post = async (path: string) => {
    const headers = { authorization: `Bearer ${payer.key}` }
    const reply = await fetch(`${service.url}/api/v1/${path}`, { method: 'POST', headers })
    return (await reply.json()) as { secret?: string }
  }

  const heard: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer(async (request, response) => {
    heard.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  resources.defer(async () => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const made = await createEndpoint(
    { client: a.database, seal: createWebhookSeal(SECRET) },
    {
      accountId: payer.accountId,
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      events: ['task.completed'],
      most: 1,
    },
  )
  if (!made) throw new Error('no webhook was created')
  const path = `webhooks/${made.id}`
  /** Returns which of the secrets have signed the next message; undefined if none arrives. */
  async function signedBy(secrets: readonly string[], timeoutMs = 15_000) {
    const before = heard.length
    await post(`${path}/test`)
    const message = await pollUntil(() => heard[before], { timeoutMs })
    return message && secrets.filter(secret => isSigned(secret, message))
  }

  check((await signedBy([made.secret]))?.length === 1, 'a message signed by the first secret')
  const { secret: second = '' } = await post(`${path}/rotate`)
  check((await signedBy([made.secret, second]))?.length === 2, 'a message signed by both secrets')
  say('Webhook secret: rotated by its owner. Messages carry signatures by the old and the new one.')

  await pay()
  await restart({ FOOTNOTE_UPSTREAM_KEY: 'second upstream key' })
  await pay()
  check(upstream.requests.at(-1)?.headers['x-api-key'] === 'second upstream key', 'the new key')
  say('Upstream key: the next call after the restart sends the new one.')

  const SECOND = { FOOTNOTE_SECRET: 'another secret for drills, longer' }
  const data = (name: string) => ({ ...settings, FOOTNOTE_DATA_DIR: join(folder, name) })
  const running = [service, await drill.serve(data('e'))]
  const load = startLoad(() => running.map(({ url }) => url), payer)
  for (const name of ['f', 'd']) {
    const both = { ...SECOND, FOOTNOTE_PREVIOUS_SECRET: SECRET }
    service = await drill.serve({ ...data(name), ...both })
    running.push(service)
    await retire(drill, running.shift())
    // Sent by any instance, also by one that has the former secret only.
    check((await signedBy([made.secret, second]))?.length === 2, 'a message signed by both secrets')
    say('FOOTNOTE_SECRET: an instance is replaced by one with both secrets.')
  }
  const resealed = await pollUntil(() => running.find(({ output }) => SEALED.test(output())), {
    timeoutMs: 60_000,
  })
  check(resealed !== undefined, 'that all is sealed anew')
  await load.stop()
  delivered.push(...load.delivered)
  check(load.failed === 0, `no failed call, not ${load.failed}`)
  say(`FOOTNOTE_SECRET: all is sealed anew. ${load.delivered.length} calls, none failed.`)
  running[0]?.signal('SIGTERM')
  await restart(SECOND)
  check((await signedBy([made.secret, second]))?.length === 2, 'a message signed by both secrets')
  say('FOOTNOTE_SECRET: calls and webhooks continue with the new secret alone.')

  const engine = { ...SECOND, FOOTNOTE_UPSTREAM_URL: '', FOOTNOTE_UPSTREAM_KEY: '' }
  await restart(engine)
  const task = await submit(service.url, payer.key)
  await restart({ ...engine, FOOTNOTE_ENGINE_KEYS_DIR: join(folder, 'k') })
  const result = await pollUntil(() => retrieve(service.url, payer.key, task), {
    timeoutMs: 60_000,
  })
  check(result === 'completed', 'a task whose text the moved keys open')
  say('Sealing keys: moved to FOOTNOTE_ENGINE_KEYS_DIR. A task from before is completed.')

  const { database, connection } = a
  await checkMoney(drill, { database, connection, payer, delivered })
})

function isSigned(
  secret: string,
  { body, headers }: { body: string; headers: Record<string, string> },
) {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

async function submit(url: string, key: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/research`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Bolivia', research_effort: 'deep' }),
  })
  const { task_id } = (await reply.json()) as { task_id: string }
  return task_id
}

async function retrieve(url: string, key: string, id: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${key}` }
  const reply = await fetch(`${url}/api/v1/research/${id}`, { headers })
  const { status } = (await reply.json()) as { status: string }
  return ['completed', 'failed'].includes(status) ? status : undefined
}
