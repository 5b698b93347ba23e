import { parameters } from '@footnote/contract/parameters'
import type { Command } from 'commander'
import { CallerError } from '../errors/caller-error.ts'
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
  type OutputOptions,
} from './output-options.ts'
import type { Session } from './session.ts'
import { withSession } from './with-session.ts'

const TASK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Options extends OutputOptions, EvidenceOptions {
  readonly wait: boolean
}

export function addTaskCommand(program: Command): void {
  const command = program
    .command('task')
    .argument('<id>', parameters['task_id']?.description)
    .summary('Wait for a background task and print its report')
    .description('Waits for a background task, shows its progress and prints the report. Free.')
    .option('--no-wait', 'Print the current state and exit')
  addOutputOptions(addFileOptions(addEvidenceOption(command))).action(task)
}

async function task(id: string, options: Options): Promise<void> {
  await withSession(options, async session => {
    const taskId = id.trim().toLowerCase()
    if (!TASK_ID.test(taskId)) {
      throw new CallerError(
        'USAGE',
        'that is not a task ID; use the ID that footnote research printed',
      )
    }
    const include = includeOf(options)
    await (options.wait
      ? printReport(session, { taskId, include })
      : printState(session, { taskId, include }))
  })
}

interface Wish {
  readonly taskId: string
  readonly include: ReturnType<typeof includeOf>
}

async function printReport(session: Session, wish: Wish): Promise<void> {
  const footnote = await openClient(session)
  const completed = await followTask(session, footnote, wish)
  if (session.isJson) session.printJson(completed)
  else printOutput(session, completed.result.output)
}

async function printState(session: Session, { taskId, include }: Wish): Promise<void> {
  const footnote = await openClient(session)
  const found = await footnote.tasks.retrieve(taskId, { include })
  if (session.isJson) session.printJson(found)
  else session.print(`${cleanLine(found.status)}\n`)
  if (found.message !== undefined) session.say(cleanLine(found.message))
  if (found.result) session.say(`To get the report, run: footnote task ${taskId}`)
}
