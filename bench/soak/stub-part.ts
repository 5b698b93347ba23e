import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { goodAnswer } from '../../server/src/testing/stubs/stub-upstream.ts'
import { answerMain } from '../answer-main.ts'

/** An upstream that takes as long for every answer, and can be switched off. */
const body = JSON.stringify(goodAnswer)
const ANSWER_MS = 100
const COUNT_MS = 100
let isDown = false
let arrivals: number[] = []

const server = createServer(async (request, response) => {
  const slice = Math.floor(performance.now() / COUNT_MS)
  arrivals[slice] = (arrivals[slice] ?? 0) + 1
  request.resume()
  if (isDown) {
    response.destroy()
    return
  }
  await delay(ANSWER_MS)
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})

answerMain({
  async listen() {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  setDown(down: boolean) {
    isDown = down
    arrivals = []
  },
  /** The most calls that arrived within a second since the switch. */
  busiestSecond() {
    const slices = Array.from(arrivals, count => count ?? 0)
    let [most, sum] = [0, 0]
    for (const [at, count] of slices.entries()) {
      sum += count - (slices[at - 1_000 / COUNT_MS] ?? 0)
      most = Math.max(most, sum)
    }
    return most
  },
})
