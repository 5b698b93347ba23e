import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the benchmark, so that no side of a measurement runs on another's event loop. */
export interface Part {
  ask<Reply>(name: string, input?: unknown): Promise<Reply>
  stop(): Promise<void>
}

interface Answer {
  readonly id: number
  readonly reply?: unknown
  readonly error?: string
}

/** Starts the parts of a benchmark, whose files are named from the module at `base`, and stops all of them. */
export function createParts(base: string) {
  const parts: Part[] = []
  return {
    start(file: string): Part {
      const part = startPart(new URL(file, base))
      parts.push(part)
      return part
    },
    stop: () => Promise.all(parts.map(part => part.stop())),
  }
}

export function startPart(
  file: URL,
  { nodeOptions = [] }: { nodeOptions?: readonly string[] } = {},
): Part {
  const child = fork(file, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...nodeOptions],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.error === undefined) asker?.resolve(answer.reply)
    else asker?.reject(new Error(answer.error))
  })
  child.on('exit', code => {
    for (const { reject } of waiting.values()) reject(new Error(`${file.pathname} ended: ${code}`))
  })

  return {
    ask<Reply>(name: string, input?: unknown): Promise<Reply> {
      const asker = Promise.withResolvers<unknown>()
      asked += 1
      waiting.set(asked, asker)
      child.send({ id: asked, name, input })
      return asker.promise as Promise<Reply>
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
