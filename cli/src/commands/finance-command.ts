import { operations } from '@footnote/contract/operations'
import { priceText } from '@footnote/contract/price-text'
import { FinanceRequest } from '@footnote/contract/requests'
import { tools } from '@footnote/contract/tools'
import type { Command } from 'commander'
import { CALL_GOES_ON } from '../errors/stop-texts.ts'
import { billingLine, priceLine } from '../output/money-text.ts'
import { printOutput } from '../output/print-output.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions } from './output-options.ts'
import { readQuestion } from './read-question.ts'
import { addRequestOptions, type EffortValues, requestFields, requestOf } from './request-fields.ts'
import { withSession } from './with-session.ts'

const { summary, description } = operations.finance_research
const fields = requestFields(FinanceRequest)

export function addFinanceCommand(program: Command): void {
  const command = program
    .command(tools.finance_research.command)
    .alias('finance')
    .argument('[question...]', 'Words, or - for stdin; after -- they may begin with a dash')
    .summary(summary)
    .description(`${description} ${priceText('finance_research')}`)
  addRequestOptions(command, fields)
  addOutputOptions(command).action(finance)
}

async function finance(words: string[], options: EffortValues): Promise<void> {
  await withSession(options, async session => {
    const input = await readQuestion(session.stdin, words)
    const footnote = await openClient(session)
    session.note({ isPaid: true, fields, ifStopped: CALL_GOES_ON })
    session.say(priceLine('finance_research', options.effort))
    session.showStatus('Researching, which may take some minutes')
    const reply = await footnote.financeResearch({ input, ...requestOf(fields, options) })
    if (session.isJson) session.printJson(reply)
    else printOutput(session, reply.output)
    session.say(billingLine(reply.billing))
  })
}
