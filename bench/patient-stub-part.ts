import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { goodAnswer } from '../server/src/testing/stubs/stub-upstream.ts'
import { answerMain } from './answer-main.ts'

export interface StubCounts {
  readonly openCalls: number
  readonly openStreams: number
  /** Since the start: how often a task's state was asked for. */
  readonly polls: number
}

/** An upstream that never finishes by itself: answers wait for their release, tasks run for ever. */
const answers = new Set<ServerResponse>()
let openStreams = 0
let polls = 0
let submissions = 0
let offersStreams = true

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => serve(request.url ?? '', response))
})

function serve(path: string, response: ServerResponse): void {
  if (path === '/v1/answer') {
    answers.add(response)
  } else if (path === '/v1/research') {
    submissions += 1
    reply(response, { task_id: `task-${submissions}`, type: 'research', status: 'queued' })
  } else if (!path.includes('/stream')) {
    polls += 1
    const id = path.split('/').at(-1)
    reply(response, { task_id: id, type: 'research', status: 'running', result: null, error: null })
  } else if (offersStreams) {
    openStreams += 1
    response.on('close', () => {
      openStreams -= 1
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: connected\ndata: {}\n\nid: 1\nevent: searching\ndata: {"queries":3}\n\n')
  } else {
    response.writeHead(404).end()
  }
}

function reply(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

answerMain({
  async listen() {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  offerStreams(offers: boolean) {
    offersStreams = offers
  },
  count: (): StubCounts => ({ openCalls: answers.size, openStreams, polls }),
  release() {
    for (const response of answers) reply(response, goodAnswer)
    answers.clear()
  },
})
