/** A process's environment, or what a test gives for one. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Setting {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Reads settings of one table by name. A wrong value becomes a problem, reported at the end. */
export interface SettingsReader {
  /** Returns the value, or the table's fallback if it is unset, empty or blank. */
  text(name: string): string
  optional(name: string): string | undefined
  number(name: string, least: number, most: number): number
  wholeNumber(name: string, least: number, most: number): number
  /** Reads a setting in seconds. */
  milliseconds(name: string, leastSeconds?: number, mostSeconds?: number): number
  /** Reads an http or https URL and removes trailing slashes. */
  url(name: string): string | undefined
  postgresUrl(name: string): string | undefined
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice
  /** Adds a problem that the reader cannot see by itself. */
  refuse(problem: string): void
}

const SECOND_MS = 1_000
const LEAST_SECONDS = 0.001
/** The sum of two still fits into a timer. A timer of more than 24 days overflows and fires at once. */
const MOST_SECONDS = 12 * 24 * 3_600

/** Reports every problem at once, by name and never by value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function setting(name: string, fallback: string, meaning: string): Setting {
  return { name, fallback, meaning }
}

/** Returns the result of `read`. Throws a ConfigError that lists every problem with the settings. */
export function readSettings<Config>(
  settings: readonly Setting[],
  env: Environment,
  read: (reader: SettingsReader) => Config,
): Config {
  const problems: string[] = []
  const config = read(createReader(settings, { env, refuse: problem => problems.push(problem) }))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** Returns names that start like our settings but are not known. */
export function findUnknownSettings(env: Environment, known: readonly string[]): string[] {
  return Object.keys(env).filter(name => name.startsWith('FOOTNOTE_') && !known.includes(name))
}

function createReader(
  settings: readonly Setting[],
  { env, refuse }: { env: Environment; refuse: (problem: string) => void },
): SettingsReader {
  const fallbacks = new Map(settings.map(({ name, fallback }) => [name, fallback]))

  function text(name: string): string {
    const fallback = fallbacks.get(name)
    if (fallback === undefined) throw new Error(`unknown setting ${name}`)
    return env[name]?.trim() || fallback
  }

  function optional(name: string): string | undefined {
    return text(name) || undefined
  }

  function number(name: string, least: number, most: number): number {
    const value = Number(text(name))
    if (Number.isFinite(value) && value >= least && value <= most) return value
    refuse(`${name} must be a number from ${least} to ${most}`)
    return least
  }

  return {
    text,
    optional,
    number,
    wholeNumber(name, least, most) {
      const value = number(name, least, most)
      if (!Number.isInteger(value)) refuse(`${name} must be a whole number`)
      return value
    },
    milliseconds: (name, least = LEAST_SECONDS, most = MOST_SECONDS) =>
      Math.round(number(name, least, most) * SECOND_MS),
    url(name) {
      const value = optional(name)
      if (value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        return value?.replace(/\/+$/, '')
      refuse(`${name} must be an http or https URL`)
      return undefined
    },
    postgresUrl(name) {
      const value = optional(name)
      if (value === undefined || isPostgresUrl(value)) return value
      refuse(`${name} must be a postgres:// URL`)
      return undefined
    },
    oneOf(name, choices) {
      const value = text(name)
      const choice = choices.find(known => known === value)
      if (choice !== undefined) return choice
      refuse(`${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
      return choices[0] as (typeof choices)[number]
    },
    refuse,
  }
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
}
