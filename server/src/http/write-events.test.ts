import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createWriteEvents } from './write-events.ts'

it('drops optional events while its client does not read, and never the others', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const writeEvents = createWriteEvents({ watched: 'calls' })
  const written = Promise.withResolvers<void>()
  const data = 'x'.repeat(10_000)
  app.get('/', (request, reply) =>
    writeEvents(
      { accountId: 'a', request, reply },
      {
        async open() {
          return (async function* () {
            // Far more than the buffers of a connection hold.
            for (let event = 0; event < 10_000; event += 1) {
              yield { event: 'source', data, isOptional: true }
            }
            yield { event: 'result', data: 'all' }
            written.resolve()
          })()
        },
        reportFault: () => expect.unreachable(),
      },
    ),
  )
  const [reply] = (await once(get(await app.listen()), 'response')) as [IncomingMessage]
  await written.promise
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) text += chunk
  expect(text.match(/event: source/g)?.length).toBeLessThan(10_000)
  expect(text).toMatch(/event: result\ndata: "all"\n\n$/)
})
