import type { Command } from 'commander'
import { dollars } from '../output/money-text.ts'
import { cleanLine } from '../output/terminal/clean-text.ts'
import { openClient } from './open-client.ts'
import { addOutputOptions, type OutputOptions } from './output-options.ts'
import { withSession } from './with-session.ts'

export function addBalanceCommand(program: Command): void {
  const command = program
    .command('balance')
    .summary('Show your balance')
    .description('Shows your balance in USD. Free.')
  addOutputOptions(command).action(balance)
}

async function balance(options: OutputOptions): Promise<void> {
  await withSession(options, async session => {
    const footnote = await openClient(session)
    const wallet = await footnote.wallet()
    if (session.isJson) session.printJson(wallet)
    else session.print(`${cleanLine(dollars(wallet.balance_usd))}\n`)
  })
}
