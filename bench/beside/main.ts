import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { checkBooks } from '../check-books.ts'
import { measureAnswers, type Target } from '../measure-answers.ts'
import { openDatabases } from '../open-databases.ts'
import { createParts } from '../part.ts'
import { reportAnswers } from '../report.ts'
import { FULL, QUICK } from '../scale.ts'
import { recordRun } from './history.ts'

/** Compares Footnote, which is paid for every answer, with gateways that pass calls on to the same stub. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
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
  const upstreamUrl = await start('../stub-part.ts').ask<string>('listen')
  const target = async (
    name: string,
    file: string,
    more: Partial<Target> = {},
  ): Promise<Target> => {
    const part = start(file)
    const url = await part.ask<string>('listen', { upstreamUrl, databaseUrl: calls.url })
    return { name, part, url, path: '/v1/answer', charges: false, ...more }
  }
  const targets = [
    await target('Footnote', '../service-part.ts', { path: '/api/v1/answer', charges: true }),
    await target('bare node:http proxy', '../proxy-part.ts'),
    // Its general proxy fails on every reply, so it gets the path that it was made for.
    await target('Portkey', './portkey-part.ts', {
      path: '/v1/chat/completions',
      headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstreamUrl}/v1` },
    }),
  ]
  const load = start('../load-part.ts')
  const answers = await measureAnswers(load, { targets, calls, connections, scale })
  print(reportAnswers(answers.rows, connections))
  print(await checkBooks(databases, { charged: answers.charged }))
  if (!values.quick) await recordRun(answers.rows, { connections, rounds: scale.rounds })
} finally {
  await stop()
  await databases.close()
}
