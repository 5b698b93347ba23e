import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { checkBooks } from '../check-books.ts'
import { measureAnswers, type Target } from '../measure-answers.ts'
import { openDatabases } from '../open-databases.ts'
import { createParts } from '../part.ts'
import { reportAnswers } from '../report.ts'
import { FULL, QUICK } from '../scale.ts'

/** Compares the service with one worker and with several, in interleaved rounds. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1,2' },
    rounds: { type: 'string' },
    connections: { type: 'string', default: '64' },
  },
})
const scale = { ...(values.quick ? QUICK : FULL), ...(values.rounds && { rounds: +values.rounds }) }
const connections = Number(values.connections)
const print = (text: string) => void process.stdout.write(text)

const { start, stop } = createParts(import.meta.url)
print(
  `Node ${process.versions.node}, ${cpus().length} cores, ${scale.rounds} interleaved rounds, medians\n`,
)
const databases = await openDatabases()
try {
  const { calls } = databases
  const stub = start('../stub-part.ts')
  const upstreamUrl = await stub.ask<string>('listen')
  const targets: Target[] = []
  for (const workers of values.workers.split(',')) {
    const part = start('./serve-part.ts')
    const url = await part.ask<string>('listen', {
      upstreamUrl,
      databaseUrl: calls.url,
      workers,
    })
    const name = targets.length === 0 ? 'Footnote' : `${workers} workers`
    targets.push({ name, part, url, path: '/api/v1/answer', charges: true })
  }
  const load = start('../load-part.ts')
  const answers = await measureAnswers(load, { targets, calls, connections, scale })
  print(`"Footnote" has ${values.workers.split(',')[0]} worker(s).\n`)
  print(reportAnswers(answers.rows, connections))
  print(await checkBooks(databases, { charged: answers.charged }))
} finally {
  await stop()
  await databases.close()
}
