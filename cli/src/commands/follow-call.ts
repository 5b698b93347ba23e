import { countsText, stageText } from '@footnote/contract/progress-text'
import type { CallEvent } from '@footnote/sdk'
import { cleanLine } from '../output/terminal/clean-text.ts'
import type { Session } from './session.ts'

/** Waits for a streamed call and shows its stages and the sources that it finds. */
export async function followCall<Reply>(
  session: Session,
  events: AsyncIterable<CallEvent<Reply>>,
): Promise<Reply> {
  let reply: { readonly body: Reply } | undefined
  let sources = 0
  for await (const { event, data } of events) {
    if (event === 'result') reply = { body: data }
    else if (event === 'progress') {
      session.showStatus(
        [stageText(data.stage), countsText(data.counts)].filter(Boolean).join(': '),
      )
    } else if (event === 'source') {
      sources += 1
      session.showStatus(`Source ${sources}: ${cleanLine(data.title || data.url)}`)
    }
  }
  if (!reply) throw new Error('the stream of a call ended without its result')
  return reply.body
}
