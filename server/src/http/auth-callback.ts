import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { SignIn } from '../sign-in/sign-in.ts'
import { toHeaders } from './site-api/read-request.ts'

/** Adds the route that GitHub and Google redirect visitors to after signing in. */
export function addAuthCallback(
  app: FastifyInstance,
  { signIn, origin }: { signIn: Pick<SignIn, 'handleCallback'>; origin: () => string },
): void {
  app.get('/auth/callback/:provider', async (request, reply) => {
    // Uses the address that the provider was given, whatever host the request names.
    const url = new URL(request.url, origin())
    const asked = new Request(url, { headers: toHeaders(request) })
    const answer = await signIn.handleCallback(asked, { address: request.ip })
    reply.code(answer.status)
    for (const [name, value] of answer.headers) {
      if (name !== 'set-cookie') reply.header(name, value)
    }
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    return answer.body ? text(answer.body) : ''
  })
}
