import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { FRESHNESS_WORDS } from '@footnote/contract/freshness'
import type { Command, Option } from 'commander'

/** What may stand in a place: one of these words, a file, or something that nobody can guess. */
export type Values = readonly string[] | 'files' | 'anything'

export interface DescribedOption {
  readonly flag: string
  readonly description: string
  /** Undefined where the option takes no value. */
  readonly values: Values | undefined
}

export interface DescribedCommand {
  /** The words that lead to it, each after a space: ` key create`; empty for the program itself. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly DescribedOption[]
  readonly values: Values
}

/** What the names of values stand for, where commander itself does not know the words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  freshness: FRESHNESS_WORDS,
  country: [...COUNTRY_CODES].map(code => code.toLowerCase()),
  language: [...LANGUAGE_CODES].map(code => code.toLowerCase()),
}
const FILE = /file|path/
const LONGEST_DESCRIPTION = 70

/** Every command of a program, from the top down, with all that can follow it. */
export function describeCommands(
  command: Command,
  path = '',
  siblings: readonly string[] = [],
): DescribedCommand[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const [argument] = command.registeredArguments
  const described: DescribedCommand = {
    path,
    commands: commands.map(child => ({
      name: child.name(),
      description: shorten(child.summary() || child.description()),
    })),
    options: help.visibleOptions(command).flatMap(describeOption),
    values: argument ? valuesOf(argument.name(), argument.argChoices, siblings) : 'anything',
  }
  const names = commands.map(child => child.name())
  // Aliases are not suggested, but completion continues after one.
  const below = commands.flatMap(child =>
    [child.name(), ...child.aliases()].flatMap(name =>
      describeCommands(child, `${path} ${name}`, names),
    ),
  )
  return [described, ...below]
}

function describeOption(option: Option): DescribedOption[] {
  const { long, description, argChoices, flags, required } = option
  if (!long) return []
  const [, name = ''] = /<(.+)>/.exec(flags) ?? []
  const values = required ? valuesOf(name, argChoices) : undefined
  return [{ flag: long, description: shorten(description), values }]
}

function valuesOf(
  name: string,
  choices: readonly string[] | undefined,
  siblings: readonly string[] = [],
): Values {
  // What help is wanted of.
  if (name === 'command') return siblings
  return choices ?? WORDS[name] ?? (FILE.test(name) ? 'files' : 'anything')
}

/** Its first sentence, on one line beside others. */
function shorten(description: string): string {
  const [sentence = ''] = description.split(/(?<=\w)[.;:](?:\s|$)/)
  if (sentence.length <= LONGEST_DESCRIPTION) return sentence
  return `${sentence.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`
}
