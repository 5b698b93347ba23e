import type { DescribedCommand, Values } from './describe-commands.ts'
import { quoteForFish as quote } from './quote.ts'

/** A script for fish, to be sourced or to lie in its folder of completions. */
export function fishScript(commands: readonly DescribedCommand[]): string {
  return `# fish completion of footnote, made by: footnote completion fish
function __footnote_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${commands
              .slice(1)
              .map(({ path }) => quote(path))
              .join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c footnote -e
complete -c footnote -f
${commands.flatMap(completions).join('\n')}
`
}

function completions({ path, commands, options, values }: DescribedCommand): string[] {
  const start = `complete -c footnote -n ${quote(`__footnote_at ${quote(path)}`)}`
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...options.map(
      ({ flag, description, values: own }) =>
        `${start} -l ${flag.slice(2)}${takes(own)} -d ${quote(description)}`,
    ),
    ...argument(values).map(rest => `${start} ${rest}`),
  ]
}

function takes(values: Values | undefined): string {
  if (values === undefined) return ''
  if (values === 'files') return ' -r -F'
  return values === 'anything' ? ' -x' : ` -x -a ${quote(values.join(' '))}`
}

function argument(values: Values): string[] {
  if (values === 'anything') return []
  return values === 'files' ? ['-F'] : [`-a ${quote(values.join(' '))}`]
}
