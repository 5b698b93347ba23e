import { openEmbeddedDatabase } from '../open-embedded-database.ts'
import { startEmbeddedDatabase } from '../start-embedded-database.ts'

// A process for tests to kill: `hold-database.ts service|command <dataDir>`. Writes its connection to
// standard output when the database is up, and stops it on SIGTERM.
const [kind, dataDir = ''] = process.argv.slice(2)
const write = (message: string) => void process.stderr.write(`${message}\n`)
const options = { dataDir, log: { info: write, warn: write }, settings: { fsync: 'off' } }
const started =
  kind === 'service' ? await startEmbeddedDatabase(options) : await openEmbeddedDatabase(options)
const waiting = setInterval(() => {}, 60_000)
process.once('SIGTERM', async () => {
  await ('stop' in started ? started.stop() : started.close())
  clearInterval(waiting)
})
process.stdout.write(`${JSON.stringify(started.connection)}\n`)
