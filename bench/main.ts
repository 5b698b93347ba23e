import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { checkBooks } from './check-books.ts'
import { measureAnswers, type Target } from './measure-answers.ts'
import { measureDebits } from './measure-debits.ts'
import { measureLatency } from './measure-latency.ts'
import { measureOpen } from './measure-open.ts'
import { openDatabases } from './open-databases.ts'
import { type Part, startPart } from './part.ts'
import { reportAnswers, reportDebits, reportLatency, reportOpen } from './report.ts'
import { FULL, QUICK } from './scale.ts'

const CONNECTIONS = 64
const UPSTREAM_MS = 200
const PAID_PATH = '/api/v1/answer'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const scale = values.quick ? QUICK : FULL
const print = (text: string) => void process.stdout.write(text)

const parts: Part[] = []
function start(file: URL): Part {
  const part = startPart(file)
  parts.push(part)
  return part
}

print(
  `Node ${process.versions.node}, ${cpus().length} cores, ${scale.rounds} interleaved rounds, medians\n`,
)
const databases = await openDatabases()
try {
  const { calls, debits } = databases
  const load = start(new URL('./load-part.ts', import.meta.url))
  const stub = start(new URL('./stub-part.ts', import.meta.url))
  const stubUrl = await stub.ask<string>('listen')
  const order = { upstreamUrl: stubUrl, databaseUrl: calls.url }
  const target = async (name: string, file: URL, charges: boolean): Promise<Target> => {
    const part = start(file)
    return { name, part, url: await part.ask<string>('listen', order), path: PAID_PATH, charges }
  }
  const service = await target('Footnote', new URL('./service-part.ts', import.meta.url), true)
  const targets = [
    service,
    await target('(a) without a wallet', new URL('./no-wallet-part.ts', import.meta.url), false),
    await target('(b) bare node:http proxy', new URL('./proxy-part.ts', import.meta.url), false),
    await target('(c) plain transactions', new URL('./plain-part.ts', import.meta.url), true),
  ]

  const answers = await measureAnswers(load, { targets, calls, connections: CONNECTIONS, scale })
  print(reportAnswers(answers.rows, CONNECTIONS))

  const debitPart = start(new URL('./debit-part.ts', import.meta.url))
  print(
    reportDebits(
      await measureDebits(debitPart, { debits, clients: CONNECTIONS, scale }),
      CONNECTIONS,
    ),
  )

  const direct = { name: 'stub', part: stub, url: stubUrl, path: '/v1/answer', charges: false }
  const waiting = { connections: CONNECTIONS, upstreamMs: UPSTREAM_MS }
  const latency = await measureLatency(load, {
    service,
    stub: direct,
    key: calls.keys[0] ?? '',
    ...waiting,
    scale,
  })
  print(reportLatency(latency, waiting))

  const patientStub = start(new URL('./patient-stub-part.ts', import.meta.url))
  const held = await measureOpen(
    {
      callers: start(new URL('./hold-part.ts', import.meta.url)),
      stub: patientStub,
      stubUrl: await patientStub.ask<string>('listen'),
      open: databases.open,
    },
    scale,
  )
  print(reportOpen(held))

  print(await checkBooks(databases, { charged: answers.charged + latency.charged }))
} finally {
  await Promise.all(parts.map(part => part.stop()))
  await databases.close()
}
