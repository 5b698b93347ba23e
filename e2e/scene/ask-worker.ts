import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'

interface WorkerOptions {
  readonly workerd: string
  /** With the worker, its configuration, and node_modules. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly patienceMs: number
}

/** Bundles the worker as tools for workers do, serves it with workerd, and asks it once. */
export async function askWorker(options: WorkerOptions): Promise<string> {
  const { workerd, folder, env, patienceMs } = options
  await using bundle = await rolldown({
    cwd: folder,
    input: 'worker.mjs',
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import'] },
  })
  await bundle.write({ file: join(folder, 'worker.bundle.js') })

  const child = spawn(workerd, ['serve', '--control-fd=3', join(folder, 'worker.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env,
  })
  const ended = once(child, 'close')
  try {
    const control = child.stdio[3]
    if (!control || !('read' in control)) throw new Error('workerd has no way to tell its port')
    const listening = once(createInterface(control), 'line')
    const [line] = await Promise.race([listening, ended])
    const { port } = JSON.parse(line) as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    return await response.text()
  } finally {
    child.kill()
    await ended
  }
}
