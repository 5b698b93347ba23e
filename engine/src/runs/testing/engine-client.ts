import { waitFor } from '@footnote/platform/testing/wait-for'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any
}

export interface EngineClient {
  readonly url: string
  get(path: string): Promise<Reply>
  /** Text is sent as it is, anything else as JSON. */
  post(path: string, body: unknown): Promise<Reply>
  /** Submits in background and tells the task's path. */
  submit(body?: object, headers?: Record<string, string>): Promise<string>
  /** Waits until the task has ended, and tells how. */
  ended(path: string): Promise<Reply['body']>
}

export const KEY = 'key-of-the-tests'

export function createClient(url: string, key = KEY): EngineClient {
  async function send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, 'x-api-key': key },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const get = (path: string) => send(path, {})
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    url,
    get,
    post,
    async submit(body = {}, headers = {}) {
      const asked = { input: 'Why?', background: true, ...body }
      const handle = await post('/v1/research', asked, headers)
      if (handle.status !== 200) throw new Error(`the submission answered ${handle.status}`)
      return `/v1/research/${handle.body.task_id}`
    },
    ended: path =>
      waitFor('the task to end', async () => {
        const { body } = await get(path)
        return ['completed', 'failed'].includes(body.status) && body
      }),
  }
}
