import { operations } from '@footnote/contract/operations'
import { priceText } from '@footnote/contract/price-text'
import { AnswerRequest } from '@footnote/contract/requests'
import { tools } from '@footnote/contract/tools'
import type { AnswerResponse } from '@footnote/sdk'
import type { Command } from 'commander'
import { CALL_GOES_ON } from '../errors/stop-texts.ts'
import { billingLine, priceLine } from '../output/money-text.ts'
import { renderReport } from '../output/terminal/render-report.ts'
import type { ReportSource } from '../output/terminal/render-sources.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions } from './output-options.ts'
import { readQuestion } from './read-question.ts'
import {
  addRequestOptions,
  type RequestValues,
  requestFields,
  requestOf,
} from './request-fields.ts'
import { withSession } from './with-session.ts'

const { summary, description } = operations.answer
const fields = requestFields(AnswerRequest)

export function addAnswerCommand(program: Command): void {
  const command = program
    .command(tools.answer.command)
    .argument('[question...]', 'Words, or - for stdin; after -- they may begin with a dash')
    .summary(summary)
    .description(`${description} ${priceText('answer')}`)
  addRequestOptions(command, fields)
  addOutputOptions(command).action(answer)
}

async function answer(words: string[], options: RequestValues): Promise<void> {
  await withSession(options, async session => {
    const query = await readQuestion(session.stdin, words)
    const footnote = await openClient(session)
    session.note({ isPaid: true, fields, ifStopped: CALL_GOES_ON })
    session.say(priceLine('answer', null))
    session.showStatus('Searching and reading')
    const reply = await footnote.answer({ query, ...requestOf(fields, options) })
    if (session.isJson) session.printJson(reply)
    else
      session.print(
        renderReport(session.terminal, { text: reply.answer, sources: sourcesOf(reply) }),
      )
    session.say(billingLine(reply.billing))
  })
}

/** What is cited has no titles of its own; the search found them. */
function sourcesOf({ citations, results }: AnswerResponse): ReportSource[] {
  const titles = new Map(results.web.map(({ url, title }) => [url, title]))
  return citations.map(({ source: url, excerpts }) => ({
    url,
    title: titles.get(url) ?? '',
    excerpts,
  }))
}
