import { openEmbeddedScene } from '../../server/src/testing/scenes/embedded-scene.ts'
import { post } from '../../server/src/testing/scenes/test-service.ts'

export interface EngineRequest {
  readonly path: string
  readonly body: object
}

/** Asks a service with nothing configured, whose own engine answers, and returns its replies by name. */
export async function askEngine<Name extends string>(
  requests: Readonly<Record<Name, EngineRequest>>,
): Promise<Record<Name, { readonly status: number; readonly body: unknown }>> {
  const scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '' })
  try {
    const { key } = await scene.createPayer()
    const entries = Object.entries<EngineRequest>(requests)
    const replies: [string, { status: number; body: unknown }][] = []
    for (const [name, { path, body }] of entries) {
      const reply = await post(`${scene.service.url}${path}`, key, body)
      replies.push([name, { status: reply.status, body: reply.body }])
    }
    return Object.fromEntries(replies) as Awaited<ReturnType<typeof askEngine<Name>>>
  } finally {
    await scene.close()
  }
}
