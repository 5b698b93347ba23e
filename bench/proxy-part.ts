import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMain } from './answer-main.ts'

/** The least that a proxy can do with node:http: pass on, pass back. */
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

answerMain({
  async listen({ upstreamUrl }: { upstreamUrl: string }) {
    const { hostname, port } = new URL(upstreamUrl)
    const server = createServer((request, response) => {
      const { method, headers } = request
      const path = '/v1/answer'
      const outgoing = send({ agent, hostname, port, path, method, headers }, reply => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      outgoing.on('error', () => response.writeHead(502).end())
      request.pipe(outgoing)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
})
