import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pollUntil } from '@footnote/platform/poll-until'
import { answerMain } from '../answer-main.ts'
import { readTreeCpuMs } from '../read-cpu.ts'

/** The Portkey gateway as its package starts it, without its page of logs. */
const LAUNCHER = fileURLToPath(
  new URL('node_modules/@portkey-ai/gateway/build/start-server.js', import.meta.url),
)
let gateway: ReturnType<typeof spawn> | undefined

answerMain(
  {
    async listen() {
      const port = await findPort()
      gateway = spawn(process.execPath, [LAUNCHER, `--port=${port}`, '--headless'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
      })
      const url = `http://127.0.0.1:${port}`
      const isUp = () =>
        fetch(url).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        )
      if (!(await pollUntil(isUp, { timeoutMs: 60_000 }))) throw new Error('Portkey did not start')
      return url
    },
    cpu: () => readTreeCpuMs(gateway?.pid ?? 0),
  },
  {
    async close() {
      if (gateway?.exitCode !== null) return
      gateway.kill('SIGTERM')
      await once(gateway, 'exit')
    },
  },
)

/** Portkey cannot say which port the system gave it. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
