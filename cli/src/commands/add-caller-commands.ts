import { TOOLS, type Tool, toolEntry, tools } from '@footnote/contract/tools'
import type { Command } from 'commander'
import { MORE, tellUsageErrors } from '../create-program.ts'

type Load = () => Promise<(program: Command) => void>

interface CallerCommand {
  readonly group: string
  readonly alias?: string | undefined
  readonly load: Load
}

/**
 * Each command is loaded when it is called. Those that take questions load the schemas of the
 * contract; without them the others start much sooner.
 */
const commands: Readonly<Record<string, CallerCommand>> = {
  ...Object.fromEntries(TOOLS.map(tool => [tools[tool].command, toolCommand(tool)])),
  task: {
    group: 'Ask:',
    load: async () => (await import('./task-command.ts')).addTaskCommand,
  },
  call: {
    group: 'Ask:',
    load: async () => (await import('./call-id-command.ts')).addCallIdCommand,
  },
  tasks: {
    group: 'Ask:',
    load: async () => (await import('./tasks-command.ts')).addTasksCommand,
  },
  cancel: {
    group: 'Ask:',
    load: async () => (await import('./cancel-command.ts')).addCancelCommand,
  },
  balance: {
    group: 'Your account:',
    load: async () => (await import('./balance-command.ts')).addBalanceCommand,
  },
  usage: {
    group: 'Your account:',
    load: async () => (await import('./usage-command.ts')).addUsageCommand,
  },
  webhooks: {
    group: 'Your account:',
    load: async () => (await import('./webhooks-command.ts')).addWebhooksCommand,
  },
  login: {
    group: 'Your account:',
    load: async () => (await import('./login-command.ts')).addLoginCommand,
  },
  logout: {
    group: 'Your account:',
    load: async () => (await import('./login-command.ts')).addLogoutCommand,
  },
  mcp: {
    group: MORE,
    load: async () => (await import('./mcp-command.ts')).addMcpCommand,
  },
}

/** Adds the named command, or all of them if the name is not one of them. */
export async function addCallerCommands(program: Command, name?: string): Promise<void> {
  const isNamed = isCallerCommand(name)
  for (const [own, { group, alias, load }] of Object.entries(commands)) {
    if (isNamed && own !== name && alias !== name) continue
    program.commandsGroup(group)
    const add = await load()
    add(program)
  }
  for (const command of program.commands) tellUsageErrors(command)
}

export function isCallerCommand(name: string | undefined): boolean {
  if (name === undefined) return false
  return (
    Object.hasOwn(commands, name) || Object.values(commands).some(({ alias }) => alias === name)
  )
}

function toolCommand(tool: Tool): CallerCommand {
  const { alias, takesBackground } = toolEntry(tool)
  return {
    group: 'Ask:',
    alias,
    load: async () => {
      if (takesBackground) return (await import('./research-command.ts')).addResearchCommand
      const { addCallCommand } = await import('./call-command.ts')
      return program => addCallCommand(program, tool)
    },
  }
}
