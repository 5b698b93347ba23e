import { randomUUID } from 'node:crypto'
import { priceText } from '@footnote/contract/prices'
import { requestSchemas } from '@footnote/contract/requests'
import { type Effort, type Tool, toolEntry } from '@footnote/contract/tools'
import type { AnswerResponse, ResearchResponse } from '@footnote/sdk'
import type { Command } from 'commander'
import { callGoesOn } from '../errors/stop-texts.ts'
import { billingLine, priceLine } from '../output/money-text.ts'
import { followCall } from './follow-call.ts'
import { openClient } from './open-client.ts'
import { addFileOptions, addOutputOptions } from './output-options.ts'
import { printReply } from './print-reply.ts'
import { QUESTION_HELP, readQuestion } from './read-question.ts'
import {
  addRequestOptions,
  type RequestValues,
  requestFields,
  requestOf,
} from './request-fields.ts'
import { withSession } from './with-session.ts'

type PaidReply = AnswerResponse | ResearchResponse<unknown>

interface Options extends RequestValues {
  readonly effort?: Effort
}

/** Adds the command of a tool that answers in the response. */
export function addCallCommand(program: Command, tool: Tool): void {
  const { command: name, alias, summary, description, question, duration } = toolEntry(tool)
  const fields = requestFields(requestSchemas[tool])
  const command = program
    .command(name)
    .argument('[question...]', QUESTION_HELP)
    .summary(summary)
    .description(`${description} ${priceText(tool)}`)
  if (alias !== undefined) command.alias(alias)
  addRequestOptions(command, fields)
  addOutputOptions(addFileOptions(command)).action(run)

  async function run(words: string[], options: Options): Promise<void> {
    await withSession(options, async session => {
      const text = await readQuestion(session.stdin, words)
      const footnote = await openClient(session)
      const requestId = randomUUID()
      session.note({
        isPaid: true,
        fields,
        ifStopped: callGoesOn(requestId),
        cancel: () => footnote.calls.cancel(requestId),
      })
      session.say(priceLine(tool, options.effort ?? null))
      session.showStatus(
        duration ? `Researching, which can take ${duration}` : 'Searching and reading',
      )
      const request = { [question.field]: text, ...requestOf(fields, options) }
      // Each tool takes its own request, from whose schema the options come.
      const events = footnote.stream(tool as 'answer', request as never, { requestId })
      const reply: PaidReply = await followCall(session, events)
      if (session.isJson) session.printJson(reply)
      else printReply(session, reply)
      session.say(billingLine(reply.billing))
    })
  }
}
