import type { DescribedCommand, Values } from './describe-commands.ts'
import { quote } from './quote.ts'

/** A script for zsh, to be sourced or to lie in a folder of fpath as _footnote. */
export function zshScript(commands: readonly DescribedCommand[]): string {
  return `#compdef footnote
# zsh completion of footnote, made by: footnote completion zsh
_footnote() {
  local at='' i prev=\${words[CURRENT - 1]}
  local -a names
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${commands
        .slice(1)
        .map(({ path }) => quote(path))
        .join('|')}) at+=" \${words[i]}" ;;
    esac
  done
  # The value in --option=value.
  if [[ \${words[CURRENT]} == --*=* ]]; then prev=\${words[CURRENT]%%=*}; compset -P '*='; fi
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$at" in
${commands.map(optionCase).join('\n')}
    esac
    _describe -o option names
    return
  fi
  case "$at" in
${commands.map(argumentCase).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _footnote ]]; then
  _footnote "$@"
else
  compdef _footnote footnote
fi
`
}

function valueCases({ path, options }: DescribedCommand): string[] {
  return options.flatMap(({ flag, values }) =>
    values === undefined
      ? []
      : [`    (${quote(`${path} ${flag}`)}) ${complete(values)}; return ;;`],
  )
}

function optionCase({ path, options }: DescribedCommand): string {
  const names = options.map(({ flag, description }) => quote(`${flag}:${description}`))
  return `      (${quote(path)}) names=(${names.join(' ')}) ;;`
}

function argumentCase({ path, commands, values }: DescribedCommand): string {
  const names = commands.map(({ name, description }) => quote(`${name}:${description}`))
  const action =
    names.length > 0 ? `names=(${names.join(' ')}); _describe command names` : complete(values)
  return `    (${quote(path)}) ${action} ;;`
}

function complete(values: Values): string {
  if (values === 'anything') return ':'
  return values === 'files' ? '_files' : `compadd -- ${values.map(quote).join(' ')}`
}
