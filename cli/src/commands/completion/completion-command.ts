import { Argument, type Command } from 'commander'
import { MORE } from '../../create-program.ts'
import { withSession } from '../with-session.ts'
import { bashScript } from './bash-script.ts'
import { describeCommands } from './describe-commands.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

const HELP = `
To have it in every shell that you open:

  bash   echo 'source <(footnote completion bash)' >> ~/.bashrc
  zsh    echo 'source <(footnote completion zsh)' >> ~/.zshrc     (after compinit)
  fish   footnote completion fish > ~/.config/fish/completions/footnote.fish`

/** Added after all other commands, since it completes those that the program has. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .helpGroup(MORE)
    .summary('Print a script that completes commands in your shell')
    .description('Prints a script that completes commands, options and their values in your shell.')
    .addArgument(new Argument('<shell>', 'Which shell').choices(Object.keys(scripts)))
    .addHelpText('after', HELP)
    .action((shell: keyof typeof scripts) =>
      withSession({}, async ({ print }) => print(scripts[shell](describeCommands(program)))),
    )
}
