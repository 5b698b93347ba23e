import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { checkBooks } from './check-books.ts'
import { measureAnswers, type Target } from './measure-answers.ts'
import { measureDebits } from './measure-debits.ts'
import { measureLatency } from './measure-latency.ts'
import { measureOpen } from './measure-open.ts'
import { openDatabases } from './open-databases.ts'
import { createParts } from './part.ts'
import { reportAnswers, reportDebits, reportLatency, reportOpen } from './report.ts'
import { FULL, QUICK } from './scale.ts'

const CONNECTIONS = 64
const UPSTREAM_MS = 200
const PAID_PATH = '/api/v1/answer'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const scale = values.quick ? QUICK : FULL
const print = (text: string) => void process.stdout.write(text)

const { start, stop } = createParts(import.meta.url)

print(
  `Node ${process.versions.node}, ${cpus().length} cores, ${scale.rounds} interleaved rounds, medians\n`,
)
const databases = await openDatabases()
try {
  const { calls, debits } = databases
  const load = start('./load-part.ts')
  const stub = start('./stub-part.ts')
  const stubUrl = await stub.ask<string>('listen')
  const order = { upstreamUrl: stubUrl, databaseUrl: calls.url }
  const target = async (name: string, file: string, charges: boolean): Promise<Target> => {
    const part = start(file)
    return { name, part, url: await part.ask<string>('listen', order), path: PAID_PATH, charges }
  }
  const service = await target('Footnote', './service-part.ts', true)
  const targets = [
    service,
    await target('(a) without a wallet', './no-wallet-part.ts', false),
    await target('(b) bare node:http proxy', './proxy-part.ts', false),
    await target('(c) plain transactions', './plain-part.ts', true),
  ]

  const answers = await measureAnswers(load, { targets, calls, connections: CONNECTIONS, scale })
  print(reportAnswers(answers.rows, CONNECTIONS))

  const debitPart = start('./debit-part.ts')
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

  const patientStub = start('./patient-stub-part.ts')
  const held = await measureOpen(
    {
      callers: start('./hold-part.ts'),
      stub: patientStub,
      stubUrl: await patientStub.ask<string>('listen'),
      open: databases.open,
    },
    scale,
  )
  print(reportOpen(held))

  print(await checkBooks(databases, { charged: answers.charged + latency.charged }))
} finally {
  await stop()
  await databases.close()
}
