import type { DescribedCommand, Values } from './describe-commands.ts'
import { quote } from './quote.ts'

/** A script for bash from 3.2 on, which is what macOS has; it needs nothing beside bash. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  return `# bash completion of footnote, made by: footnote completion bash
_footnote() {
  local IFS=$' \\n' at='' words='' i
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash makes three words of --option=value.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${commands
        .slice(1)
        .map(({ path }) => quote(path))
        .join(' | ')}) at+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$at" in
${commands.map(({ path, options }) => `      ${quote(path)}) words=${quote(options.map(({ flag }) => flag).join(' '))} ;;`).join('\n')}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case "$at" in
${commands.map(({ path, commands: below, values }) => `    ${quote(path)}) ${below.length > 0 ? complete(below.map(({ name }) => name)) : complete(values)} ;;`).join('\n')}
  esac
}
complete -F _footnote footnote
`
}

function valueCases({ path, options }: DescribedCommand): string[] {
  return options.flatMap(({ flag, values }) =>
    values === undefined ? [] : [`    ${quote(`${path} ${flag}`)}) ${complete(values)}; return ;;`],
  )
}

function complete(values: Values): string {
  if (values === 'anything') return ':'
  if (values === 'files') {
    // One name a line, whatever blanks are in it; bash 3.2 has no compopt.
    return `IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))`
  }
  return `COMPREPLY=($(compgen -W ${quote(values.join(' '))} -- "$cur"))`
}
