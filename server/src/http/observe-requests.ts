import { operations } from '@footnote/contract/operations'
import { type Observation, type RunningStep, UNOBSERVED } from '@footnote/platform/observation'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Names of the API's operations by method and route. */
const NAMES = new Map(
  Object.entries(operations).map(([name, { method, path }]) => [
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    name,
  ]),
)

/** Makes each request a step. Adds no hook if nobody watches. */
export function observeRequests(app: FastifyInstance, observation: Observation): void {
  if (observation === UNOBSERVED) return
  const running = new WeakMap<FastifyRequest, RunningStep>()
  app.addHook('onRequest', (request, _reply, done) => {
    const step = { name: 'request', labels: { operation: operationOf(request) } }
    const begun = observation.begin(step)
    running.set(request, begun)
    begun.run(done)
  })
  // Reading a body leaves the context that the request began in.
  app.addHook('preValidation', (request, _reply, done) => {
    const begun = running.get(request)
    if (begun) begun.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    running.get(request)?.end(String(reply.statusCode))
    done()
  })
}

/** Returns the operation's name, or the route's pattern, so the number of labels is limited. */
function operationOf({ method, routeOptions, is404 }: FastifyRequest): string {
  if (is404 || routeOptions.url === undefined) return 'unknown'
  const route = `${method} ${routeOptions.url}`
  return NAMES.get(route) ?? route
}
