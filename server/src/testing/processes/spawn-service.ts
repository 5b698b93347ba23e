import { once } from 'node:events'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { type Settings, type SpawnOptions, spawnFootnote } from './run-footnote.ts'

export interface SpawnedService {
  readonly url: string
  readonly pid: number
  /** Its whole output so far, standard output and standard error together. */
  output(): string
  signal(signal: NodeJS.Signals): void
  hasEnded(): boolean
  /** Waits for its end and returns the exit code, or the signal that killed it. */
  ended(): Promise<number | NodeJS.Signals>
  /** Kills it with SIGKILL and resolves once it is gone, even if it had ended already. */
  kill(): Promise<void>
}

const READY = /Footnote is ready at (\S+)/

/** Starts `footnote serve` as a process and waits until it accepts calls. */
export async function spawnService(
  settings: Settings,
  { readyMs, ...options }: Omit<SpawnOptions, 'settings'> & { readyMs?: number } = {},
): Promise<SpawnedService> {
  const child = await spawnFootnote(['serve'], {
    settings: { PORT: '0', FOOTNOTE_SHED_DELAY_MILLISECONDS: '0', ...settings },
    ...options,
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the service was not spawned')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const closed = once(child, 'close')
  const howItEnded = () => child.signalCode ?? child.exitCode ?? undefined

  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await closed
  }

  async function ended(): Promise<number | NodeJS.Signals> {
    const { how } = await waitFor('the service to end', () => {
      const how = howItEnded()
      return how !== undefined && { how }
    })
    await closed
    return how
  }

  try {
    const url = await waitFor(
      'the service to be ready',
      async () => {
        if (howItEnded() !== undefined)
          throw new Error(`the service ended before it was ready:\n${output}`)
        const found = READY.exec(output)?.[1]
        if (found === undefined) return undefined
        const ready = await fetch(`${found}/readyz`).catch(() => undefined)
        return ready?.status === 200 && found
      },
      readyMs === undefined ? {} : { timeoutMs: readyMs },
    )
    return {
      url,
      pid,
      output: () => output,
      signal: signal => void child.kill(signal),
      hasEnded: () => howItEnded() !== undefined,
      ended,
      kill,
    }
  } catch (error) {
    await kill()
    throw error
  }
}
