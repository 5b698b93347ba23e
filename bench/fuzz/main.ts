import { Agent, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { buildOpenApi } from '@footnote/contract/openapi'
import { auditDatabase } from '../../server/src/wallet/audit.ts'
import { createDraw } from '../../simulation/draw.ts'
import { openDatabases } from '../open-databases.ts'
import { createParts } from '../part.ts'
import { payerIds } from '../payers.ts'
import type { Memory } from '../read-memory.ts'
import { type FuzzReply, judgeReply } from './judge-reply.ts'
import { type FuzzRequest, makeRequest, type Owned } from './make-request.ts'
import { readOperations } from './operations.ts'
import { rawRequests, sendRaw } from './raw-requests.ts'

const CONNECTIONS = 32
const PAYERS = 200
const MOST_IDS = 500
const MOST_FINDINGS = 20
/**
 * How often the memory is read, after equal shares of the requests or of the time. The first reading comes after
 * everything is warm.
 */
const READINGS = 5
/** Growth of the heap that is no leak: caches that are bounded, and noise. */
const MOST_GROWTH_BYTES = 48 * 1024 ** 2
const IDENTIFIER = /"((?:request|task|webhook|delivery)_id)":"([0-9a-f-]{36})"/g
const UPSTREAM_KEY = 'canary-of-the-upstream-key'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    /** 0 for no limit, so that the run ends after all its requests. */
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [most, minutes, seed] = [values.requests, values.minutes, values.seed].map(Number) as [
  number,
  number,
  number,
]
const limitMs = minutes > 0 ? minutes * 60_000 : Number.POSITIVE_INFINITY
const print = (line: string) => void process.stdout.write(`${line}\n`)

const { start, stop } = createParts(import.meta.url)
const databases = await openDatabases()
try {
  process.exitCode = (await fuzz()) ? 0 : 1
} finally {
  await stop()
  await databases.close()
}

async function fuzz(): Promise<boolean> {
  const { calls } = databases
  const service = start('../service-part.ts')
  const url = await service.ask<string>('listen', {
    upstreamUrl: await start('./stub-part.ts').ask<string>('listen'),
    databaseUrl: calls.url,
    settings: {
      FOOTNOTE_UPSTREAM_KEY: UPSTREAM_KEY,
      // The limits against abuse would answer for everything else.
      FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR: '1000000',
      FOOTNOTE_HELD_RESULTS_MEBIBYTES: '8',
      FOOTNOTE_SHED_DELAY_MILLISECONDS: '0',
    },
  })
  const within = minutes > 0 ? `at most ${minutes} minutes` : 'as long as it takes'
  print(`seed ${seed}: ${most.toLocaleString('en')} requests in ${within}`)
  const operations = readOperations(buildOpenApi({ baseUrl: url }) as never)
  const keys = calls.keys.slice(1, PAYERS + 1)
  const findings = new Map<string, string>()
  const statuses = new Map<string, number>()
  const ids = new Map<string, Owned[]>()
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedAt = performance.now()
  let sent = 0

  async function work(worker: number): Promise<void> {
    const draw = createDraw(seed, `worker ${worker}`)
    while (sent < until && performance.now() < endAt && findings.size < MOST_FINDINGS) {
      sent += 1
      const made = makeRequest(draw, { operations, keys, ids })
      const reply = await exchange(url, agent, made).catch((error: Error) => error)
      const fault =
        reply instanceof Error
          ? `no reply: ${reply.message}`
          : judgeReply(made, reply, [UPSTREAM_KEY, ...calls.keys.slice(0, 1)])
      if (fault !== undefined) note(made, fault, reply)
      if (reply instanceof Error) continue
      const name = `${made.operation?.id ?? 'undocumented'} ${reply.status}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
      for (const [, name = '', id = ''] of reply.text.matchAll(IDENTIFIER)) {
        const known = ids.get(name) ?? []
        known[sent % MOST_IDS] = {
          id,
          key: made.headers['authorization']?.slice('Bearer '.length) ?? '',
        }
        ids.set(name, known.filter(Boolean))
      }
    }
  }

  function note(made: FuzzRequest, fault: string, reply: FuzzReply | Error): void {
    const name = `${made.operation?.id ?? made.method} ${fault}`
    if (findings.has(name)) return
    const body = made.body?.toString().slice(0, 400)
    const said = reply instanceof Error ? '' : reply.text.slice(0, 400)
    findings.set(
      name,
      [
        made.method,
        made.path.slice(0, 200),
        JSON.stringify(made.headers).slice(0, 600),
        body,
        said,
      ].join('\n    '),
    )
  }

  let until = 0
  let endAt = startedAt
  const memory: Memory[] = []
  for (let reading = 1; reading <= READINGS; reading += 1) {
    until = Math.round((most * reading) / READINGS)
    endAt = startedAt + (limitMs * reading) / READINGS
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, worker) => work(worker + reading * CONNECTIONS)),
    )
    memory.push(await service.ask<Memory>('memory'))
    print(
      `${sent.toLocaleString('en')} requests; heap ${megabytes(memory.at(-1)?.heapBytes)}, resident ${megabytes(memory.at(-1)?.residentBytes)}`,
    )
  }
  agent.destroy()

  const smuggler = payerIds(0)
  for (const [name, bytes] of rawRequests(new URL(url).host, { key: calls.keys[0] ?? '' })) {
    const received = await sendRaw(new URL(url), bytes)
    const replies = received.match(/HTTP\/1\.1 \d{3}/g) ?? []
    if (replies.length > 1 || replies.some(status => status.endsWith(' 500')))
      findings.set(`raw ${name}`, received.slice(0, 600))
  }
  const smuggled = await calls.database.query('select 1 from charge where account_id = $1', [
    smuggler.accountId,
  ])
  if (smuggled.rows.length > 0) findings.set('a smuggled request was paid', '')
  if ((await fetch(`${url}/readyz`)).status !== 200) findings.set('not ready afterwards', '')
  const growth = (memory.at(-1)?.heapBytes ?? 0) - (memory[0]?.heapBytes ?? 0)
  if (growth > MOST_GROWTH_BYTES) findings.set(`the heap grew by ${megabytes(growth)}`, '')
  for (const violation of await auditDatabase(calls.connection))
    findings.set(`audit: ${violation.rule}`, JSON.stringify(violation))

  for (const [name, count] of [...statuses].toSorted())
    print(`  ${count.toString().padStart(8)} ${name}`)
  for (const [name, detail] of findings) print(`FOUND ${name}\n    ${detail}`)
  print(`${sent.toLocaleString('en')} requests, ${findings.size} findings; the books were audited.`)
  return findings.size === 0
}

function exchange(
  url: string,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
): Promise<FuzzReply> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzReply>()
  const outgoing = send(
    new URL(url),
    {
      agent,
      method,
      path,
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    },
    response =>
      text(response).then(
        all =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: all,
          }),
        reject,
      ),
  )
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

function megabytes(bytes = 0): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}
