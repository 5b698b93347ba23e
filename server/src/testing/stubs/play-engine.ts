/** The registry's view of the embedded engine, without the engine. */
export interface PlayedEngine {
  start(): Promise<{ url: string; apiKey: string }>
  readonly address: { url: string; apiKey: string } | undefined
  /** Number of requests to start it. */
  starts: number
  isBroken: boolean
}

export function playEngine(name = 'engine'): PlayedEngine {
  let address: PlayedEngine['address']
  return {
    get address() {
      return address
    },
    starts: 0,
    isBroken: false,
    async start() {
      this.starts += 1
      await Promise.resolve()
      if (this.isBroken) throw new Error('the engine is broken')
      address ??= { url: `http://${name}.localhost`, apiKey: `key of ${name}` }
      return address
    },
  }
}
