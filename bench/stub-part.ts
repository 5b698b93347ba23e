import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { goodAnswer } from '../server/src/testing/stubs/stub-upstream.ts'
import { answerMain } from './answer-main.ts'

/** An upstream that does no work: the same good answer after so long. */
const body = Buffer.from(JSON.stringify(goodAnswer))
const headers = { 'content-type': 'application/json', 'content-length': body.length }
let delayMs = 0

const server = createServer((request, response) => {
  request.resume()
  request.on('end', async () => {
    if (delayMs > 0) await delay(delayMs)
    response.writeHead(200, headers).end(body)
  })
})

answerMain({
  async listen() {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  setDelayMs(ms: number) {
    delayMs = ms
  },
})
