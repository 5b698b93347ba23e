import { parameters } from '@footnote/contract/parameters'
import type { CallResponse } from '@footnote/sdk'
import type { Command } from 'commander'
import { CallerError } from '../errors/caller-error.ts'
import { billingLine } from '../output/money-text.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { openClient } from './open-client.ts'
import { addFileOptions, addOutputOptions, type OutputOptions } from './output-options.ts'
import { printReply } from './print-reply.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function addCallIdCommand(program: Command): void {
  const command = program
    .command('call')
    .argument('<id>', parameters['request_id']?.description)
    .summary('Show a call by its request ID')
    .description(
      'Shows the state of a call, and its result for 15 minutes after it completed. Use it for a call whose connection broke. Free.',
    )
  addOutputOptions(addFileOptions(command)).action(showCall)
}

/** Reads a request ID, which is a task's ID too. */
export function readRequestId(typed: string): string {
  const id = typed.trim().toLowerCase()
  if (REQUEST_ID.test(id)) return id
  throw new CallerError('USAGE', 'that is not a request ID or task ID; footnote usage lists them')
}

async function showCall(id: string, options: OutputOptions): Promise<void> {
  await withSession(options, async session => {
    const requestId = readRequestId(id)
    const { calls } = await openClient(session)
    const call = await calls.retrieve(requestId)
    if (session.isJson) session.printJson(call)
    else printCall(session, call)
  })
}

function printCall(session: Session, { status, result, message, billing }: CallResponse): void {
  if (result) printReply(session, { ...result, billing } as Parameters<typeof printReply>[1])
  else session.print(`${cleanLine(status)}\n`)
  if (message !== undefined) session.say(cleanLine(message))
  if (!('refunded_usd' in billing)) session.say(billingLine(billing))
}
