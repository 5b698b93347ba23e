import type { Command } from 'commander'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { readRequestId } from './call-id-command.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions, type OutputOptions } from './output-options.ts'
import { withSession } from './with-session.ts'

export function addCancelCommand(program: Command): void {
  const command = program
    .command('cancel')
    .argument('<id>', 'The task ID or request ID')
    .summary('Stop a task or call for a refund')
    .description(
      'Stops a background task or a call and refunds it. If it cannot be stopped any more, it keeps running and stays charged. Free.',
    )
  addOutputOptions(command).action(cancel)
}

async function cancel(id: string, options: OutputOptions): Promise<void> {
  await withSession(options, async session => {
    const requestId = readRequestId(id)
    const { tasks, calls } = await openClient(session)
    const cancelled = await tasks.cancel(requestId).catch((error: { code?: unknown }) => {
      if (error.code === 'JOB_NOT_FOUND') return calls.cancel(requestId)
      throw error
    })
    if (session.isJson) session.printJson(cancelled)
    else session.print(`${cleanLine(cancelled.status)}\n`)
    if (cancelled.message !== undefined) session.say(cleanLine(cancelled.message))
  })
}
