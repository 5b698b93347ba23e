import { randomUUID } from 'node:crypto'
import { priceText } from '@footnote/contract/prices'
import { ResearchRequest } from '@footnote/contract/requests'
import { type Effort, tools } from '@footnote/contract/tools'
import type { Command } from 'commander'
import { CallerError } from '../errors/caller-error.ts'
import { submissionGoesOn } from '../errors/stop-texts.ts'
import { billingLine, priceLine } from '../output/money-text.ts'
import { printOutput } from '../output/print-output.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { followTask } from './follow-task.ts'
import { openClient } from './open-client.ts'
import {
  addEvidenceOption,
  addFileOptions,
  addOutputOptions,
  type EvidenceOptions,
  includeOf,
} from './output-options.ts'
import { isFromStdin, QUESTION_HELP, readQuestion } from './read-question.ts'
import { readSchema } from './read-schema.ts'
import {
  addRequestOptions,
  describeProperty,
  type RequestValues,
  requestFields,
  requestOf,
} from './request-fields.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

interface Options extends RequestValues, EvidenceOptions {
  readonly effort: Effort
  readonly schema?: string
  readonly wait: boolean
}

const fields = requestFields(ResearchRequest)
const DESCRIPTION =
  'A cited report, or JSON that matches a schema. Every effort runs as a background task. Stopping the command does not stop the task, and you can fetch the report for 24 hours.'

export function addResearchCommand(program: Command): void {
  const command = program
    .command(tools.research.command)
    .argument('[question...]', QUESTION_HELP)
    .summary(tools.research.summary)
    .description(`${DESCRIPTION} ${priceText('research')}`)
  addRequestOptions(command, fields)
  command
    .option(
      '--schema <file>',
      `${describeProperty(ResearchRequest, 'output_schema')} Use - to read it from stdin.`,
    )
    .option('--wait', 'Wait for the report', true)
    .option('--no-wait', 'Print the task ID and exit; footnote task ID gets the report')
  addOutputOptions(addFileOptions(addEvidenceOption(command))).action(research)
}

async function research(words: string[], options: Options): Promise<void> {
  await withSession(options, async session => {
    const { wait, output, evidence } = options
    if (!wait && (output !== undefined || evidence)) {
      const option = output === undefined ? '--evidence' : '--output'
      throw new CallerError('USAGE', `${option} needs the report, so leave out --no-wait`)
    }
    const request = await readRequest(session, words, options)
    const footnote = await openClient(session)
    const requestId = randomUUID()
    session.note({ isPaid: true, fields, ifStopped: submissionGoesOn(requestId) })
    session.say(priceLine('research', options.effort))
    session.showStatus('Submitting')
    const submission = await footnote.research({ ...request, background: true }, { requestId })
    const { task_id: taskId, billing } = submission
    if (!wait) {
      session.note({ taskId })
      if (session.isJson) session.printJson(submission)
      else session.print(`${cleanLine(taskId)}\n`)
      session.say(`${billingLine(billing)}\nTo get the report, run: footnote task ${taskId}`)
      return
    }
    const task = await followTask(session, footnote, { taskId, include: includeOf(options) })
    if (session.isJson) session.printJson({ ...task, billing })
    else printOutput(session, task.result.output)
    session.say(billingLine(billing))
  })
}

async function readRequest({ stdin }: Session, words: string[], options: Options) {
  const { schema } = options
  if (schema === '-' && isFromStdin(words)) {
    throw new CallerError('USAGE', 'the question and --schema cannot both come from stdin')
  }
  const output_schema = schema === undefined ? undefined : await readSchema(stdin, schema)
  const input = await readQuestion(stdin, words)
  return { input, ...requestOf(fields, options), ...(output_schema && { output_schema }) }
}
