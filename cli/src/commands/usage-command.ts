import { callsCsv } from '@footnote/contract/calls-csv'
import { limits } from '@footnote/contract/limits'
import { CHARGE_STATES } from '@footnote/contract/responses'
import { callName, TOOLS, toolName } from '@footnote/contract/tools'
import { usdText } from '@footnote/contract/usd-text'
import type { UsageFilter, UsageResponse } from '@footnote/sdk'
import { type Command, Option } from 'commander'
import { dollars } from '../output/money-text.ts'
import { localTime } from '../output/terminal/local-time.ts'
import { fitTable, renderTable, type Table } from '../output/terminal/render-table.ts'
import { wide } from '../output/terminal/terminal.ts'
import { openClient } from './open-client.ts'
import { addFileOptions, addOutputOptions, type OutputOptions } from './output-options.ts'
import { take } from './take.ts'
import { withSession } from './with-session.ts'

type Call = UsageResponse['calls'][number]

interface Options extends OutputOptions, UsageFilter {
  readonly csv?: boolean
}

/** State names as the website shows them. */
const stateNames = { captured: 'paid', held: 'pending', refunded: 'refunded' } as const

const when = { title: 'When', value: ({ created_at }: Call) => localTime(created_at) }
const tool = { title: 'Tool', value: (call: Call) => toolName(call.tool) }
const effort = { title: 'Effort', value: (call: Call) => call.effort ?? '' }
const cost = {
  title: 'Cost',
  value: ({ cost_usd }: Call) => dollars(cost_usd),
  align: 'right',
} as const
const state = { title: 'State', value: (call: Call) => stateNames[call.state] ?? call.state }
const key = { title: 'Key', value: ({ key_name }: Call) => key_name }
const request = { title: 'Request', value: ({ request_id }: Call) => request_id }

/** Layouts from wide to narrow. A pipe gets the first, which has one line per call. */
const tables: readonly [Table<Call>, ...Table<Call>[]] = [
  { columns: [when, tool, effort, cost, state, key, request] },
  { columns: [when, tool, effort, cost, state, key], below: call => [call.request_id] },
  {
    columns: [when, cost, state],
    below: call => [[callName(call), call.key_name].join(', '), call.request_id],
  },
]

export function addUsageCommand(program: Command): void {
  const command = program
    .command('usage')
    .summary('List the latest charged calls')
    .description(
      `Lists the latest ${limits.usageCalls} charged calls of your account, newest first. With an option below, lists all calls that match. The request ID of a background task is its task ID. Free.`,
    )
    .option('--from <day>', 'Calls on or after this day (UTC) or timestamp')
    .option('--to <day>', 'Calls until the end of this day (UTC), or before this timestamp')
    .addOption(new Option('--tool <tool>', 'Calls of this tool').choices(TOOLS))
    .option('--key <name>', 'Calls with the key of this name, or website')
    .addOption(new Option('--state <state>', 'Calls in this state').choices(CHARGE_STATES))
    .option('--csv', 'Print a CSV file with every call that matches')
  addOutputOptions(addFileOptions(command)).action(usage)
}

async function usage({ csv, from, to, tool, key, state, ...options }: Options): Promise<void> {
  const filter = { from, to, tool, key, state }
  const isFiltered = csv || Object.values(filter).some(value => value !== undefined)
  await withSession(options, async session => {
    const footnote = await openClient(session)
    const reply = isFiltered
      ? { calls: await take(footnote.usageCalls(filter), Number.POSITIVE_INFINITY) }
      : await footnote.usage()
    if (session.isJson) {
      session.printJson(reply)
      return
    }
    const { calls } = reply
    if (csv) {
      session.print(callsCsv(calls))
      return
    }
    const look = wide(session.terminal)
    const table = calls.length === 0 ? '' : renderTable(look, calls, fitTable(look, calls, tables))
    session.print(`${table}${table && '\n'}${summary(calls)}\n`)
  })
}

function summary(calls: readonly Call[]): string {
  if (calls.length === 0) return 'No calls yet.'
  const sums = Object.entries(stateNames).flatMap(([state, name]) => {
    const own = calls.filter(call => call.state === state)
    return own.length === 0 ? [] : [`${sum(own)} ${name}`]
  })
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: ${sums.join(', ')}`
}

/** Sums whole units, which is exact. */
function sum(calls: readonly Call[]): string {
  return `$${usdText(calls.reduce((units, call) => units + BigInt(call.cost_units), 0n))}`
}
