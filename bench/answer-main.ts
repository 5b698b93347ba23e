import { readMemory } from './read-memory.ts'

type Handlers = Readonly<Record<string, (input: never) => unknown>>

interface Question {
  readonly id: number
  readonly name: string
  readonly input: never
}

/** Every part can say what it uses, unless it runs others. */
const COMMON: Handlers = { cpu: readCpuMs, memory: readMemory }

/** The other end of a part: answers what main asks, and ends when main does. */
export function answerMain(handlers: Handlers, { close }: { close?: () => Promise<void> } = {}) {
  process.on('message', ({ id, name, input }: Question) => {
    const work = handlers[name] ?? COMMON[name]
    Promise.try(() => work?.(input))
      .then(reply => process.send?.({ id, reply }))
      .catch((error: Error) => process.send?.({ id, error: error.stack ?? error.message }))
  })
  process.on('disconnect', () => {
    void Promise.resolve(close?.()).finally(() => process.exit())
  })
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
