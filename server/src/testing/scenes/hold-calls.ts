import {
  answerWell,
  type StubHandler,
  type StubRequest,
  type StubUpstream,
} from '../stubs/stub-upstream.ts'

export interface HeldCalls {
  /** Resolves when the first call has arrived upstream. */
  readonly arrived: Promise<StubRequest>
  /** Lets the held calls, and all later ones, get their reply. */
  release(): void
}

/** Makes the upstream accept calls without replying until they are released. */
export function holdCalls(upstream: StubUpstream, reply: StubHandler = answerWell): HeldCalls {
  const arrival = Promise.withResolvers<StubRequest>()
  const release = Promise.withResolvers<void>()
  upstream.handler = async request => {
    arrival.resolve(request)
    await release.promise
    return reply(request)
  }
  return { arrived: arrival.promise, release: () => release.resolve() }
}
