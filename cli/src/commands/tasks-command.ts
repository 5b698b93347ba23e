import { limits } from '@footnote/contract/limits'
import { TASK_STATES } from '@footnote/contract/responses'
import type { ListedTask } from '@footnote/sdk'
import { type Command, Option } from 'commander'
import { dollars } from '../output/money-text.ts'
import { localTime } from '../output/terminal/local-time.ts'
import { fitTable, renderTable, type Table } from '../output/terminal/render-table.ts'
import { wide } from '../output/terminal/terminal.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions, type OutputOptions } from './output-options.ts'
import { take } from './take.ts'
import { withSession } from './with-session.ts'

interface Options extends OutputOptions {
  readonly state?: ListedTask['status']
}

const when = { title: 'When', value: ({ created_at }: ListedTask) => localTime(created_at) }
const task = { title: 'Task', value: ({ task_id }: ListedTask) => task_id }
const state = { title: 'State', value: ({ status }: ListedTask) => status }
const effort = { title: 'Effort', value: (listed: ListedTask) => listed.effort }
const cost = {
  title: 'Cost',
  value: ({ cost_usd }: ListedTask) => dollars(cost_usd),
  align: 'right',
} as const
const key = { title: 'Key', value: ({ key_name }: ListedTask) => key_name }

const tables: readonly [Table<ListedTask>, ...Table<ListedTask>[]] = [
  { columns: [when, state, effort, cost, key, task] },
  { columns: [when, state, effort, cost], below: listed => [listed.key_name, listed.task_id] },
]

export function addTasksCommand(program: Command): void {
  const command = program
    .command('tasks')
    .summary('List your background tasks')
    .description(
      `Lists the latest ${limits.usageCalls} background tasks of your account, newest first. To get a report, run footnote task ID. Free.`,
    )
    .addOption(new Option('--state <state>', 'Only tasks in this state').choices(TASK_STATES))
  addOutputOptions(command).action(tasks)
}

async function tasks({ state, ...options }: Options): Promise<void> {
  await withSession(options, async session => {
    const footnote = await openClient(session)
    const listed = await take(footnote.tasks.list({ state }), limits.usageCalls)
    if (session.isJson) {
      session.printJson({ tasks: listed })
      return
    }
    const look = wide(session.terminal)
    const text =
      listed.length === 0
        ? 'No tasks yet.'
        : renderTable(look, listed, fitTable(look, listed, tables))
    session.print(`${text}\n`)
  })
}
