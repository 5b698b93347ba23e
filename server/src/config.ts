import { limits } from '@footnote/contract/limits'

/** The settings of the service, read once at start. Times are milliseconds. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly upstream: { readonly url: string; readonly apiKey: string } | undefined
  readonly publicUrl: string | undefined
  readonly logLevel: string
  readonly drainMs: number
  readonly timeLimits: TimeLimits
}

export interface TimeLimits {
  readonly answerMs: number
  readonly researchLiteMs: number
  readonly researchStandardMs: number
  readonly financeMs: number
  readonly submitMs: number
  readonly pollMs: number
  /** Added to a call's time limit, it makes the deadline by which its charge is settled. */
  readonly settleGraceMs: number
  readonly taskLifetimeMs: number
  /** How long the verdict on an expired task may wait for an upstream that cannot be reached. */
  readonly taskVerdictMs: number
  /** How long "task not found" must go on before a task counts as lost. */
  readonly taskMissingMs: number
  readonly sweepMs: number
  readonly leaseMs: number
  readonly breakerMs: number
}

const SECOND = 1_000
const CALLER_SETTINGS = ['FOOTNOTE_API_KEY', 'FOOTNOTE_BASE_URL']
/** Two of them added still fit into a timer: one of more than 24 days overflows and goes off at once. */
const MOST_SECONDS = 12 * 24 * 3_600

export interface Setting {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every setting, for the README's table and for the check that nothing is misspelt. */
export const settings: readonly Setting[] = [
  setting('PORT', '8787', 'Port to listen on.'),
  setting('HOST', '127.0.0.1', 'Address to listen on.'),
  setting('FOOTNOTE_DATA_DIR', '.footnote', 'Folder of the embedded database and of the lock.'),
  setting('DATABASE_URL', '', 'PostgreSQL 18 server to use instead of the embedded one.'),
  setting('FOOTNOTE_UPSTREAM_URL', '', 'Base URL of the upstream, such as https://api.you.com.'),
  setting('FOOTNOTE_UPSTREAM_KEY', '', 'Key for the upstream, sent as X-API-Key.'),
  setting('FOOTNOTE_PUBLIC_URL', '', 'Address the world sees; unset means a machine of one’s own.'),
  setting('FOOTNOTE_LOG_LEVEL', 'info', 'fatal, error, warn, info, debug or silent.'),
  setting('FOOTNOTE_DRAIN_SECONDS', '30', 'How long SIGTERM waits for calls in flight.'),
  setting('FOOTNOTE_ANSWER_TIMEOUT_SECONDS', '60', 'Time limit of an answer upstream.'),
  setting('FOOTNOTE_LITE_TIMEOUT_SECONDS', '60', 'Time limit of research at lite.'),
  setting('FOOTNOTE_STANDARD_TIMEOUT_SECONDS', '180', 'Time limit of research at standard.'),
  setting('FOOTNOTE_FINANCE_TIMEOUT_SECONDS', '420', 'Time limit of finance research.'),
  setting('FOOTNOTE_SUBMIT_TIMEOUT_SECONDS', '60', 'Time limit of a task submission.'),
  setting('FOOTNOTE_POLL_TIMEOUT_SECONDS', '30', 'Time limit of one look at a task.'),
  setting('FOOTNOTE_SETTLE_GRACE_SECONDS', '30', 'Time limit plus this: a charge’s deadline.'),
  setting(
    'FOOTNOTE_TASK_LIFETIME_SECONDS',
    String(limits.taskLifetimeHours * 3_600),
    'How long a task’s result can be retrieved.',
  ),
  setting(
    'FOOTNOTE_TASK_VERDICT_SECONDS',
    '900',
    'How long an expired task waits for the upstream.',
  ),
  setting(
    'FOOTNOTE_TASK_MISSING_SECONDS',
    '180',
    'How long “task not found” goes on before a refund.',
  ),
  setting('FOOTNOTE_SWEEP_SECONDS', '1', 'Pause between rounds of the sweeper and task looks.'),
  setting('FOOTNOTE_LEASE_SECONDS', '15', 'How long a silent process is believed to be alive.'),
  setting(
    'FOOTNOTE_BREAKER_SECONDS',
    '5',
    'Pause between trial calls to an upstream that is down.',
  ),
]

/** Reports every problem at once, by name and never by value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const text = (name: string): string => {
    const known = settings.find(entry => entry.name === name)
    if (!known) throw new Error(`unknown setting ${name}`)
    return env[name]?.trim() || known.fallback
  }
  const optional = (name: string) => text(name) || undefined
  const number = (name: string, least: number, most: number): number => {
    const value = Number(text(name))
    if (Number.isFinite(value) && value >= least && value <= most) return value
    problems.push(`${name} must be a number from ${least} to ${most}`)
    return least
  }
  const milliseconds = (name: string) => Math.round(number(name, 0.001, MOST_SECONDS) * SECOND)
  const port = number('PORT', 0, 65_535)
  if (!Number.isInteger(port)) problems.push('PORT must be a whole number')
  const url = (name: string): string | undefined => {
    const value = optional(name)
    if (value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value
    problems.push(`${name} must be an http or https URL`)
    return undefined
  }

  const upstreamUrl = url('FOOTNOTE_UPSTREAM_URL')?.replace(/\/+$/, '')
  if (!optional('FOOTNOTE_UPSTREAM_URL') && optional('FOOTNOTE_UPSTREAM_KEY')) {
    problems.push('FOOTNOTE_UPSTREAM_KEY is set, but FOOTNOTE_UPSTREAM_URL is not')
  }
  const databaseUrl = optional('DATABASE_URL')
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl)) {
    problems.push('DATABASE_URL must be a postgres:// URL')
  }
  const logLevel = text('FOOTNOTE_LOG_LEVEL')
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(logLevel)) {
    problems.push('FOOTNOTE_LOG_LEVEL must be fatal, error, warn, info, debug or silent')
  }
  const config: Config = {
    port,
    host: text('HOST'),
    dataDir: text('FOOTNOTE_DATA_DIR'),
    databaseUrl,
    upstream:
      upstreamUrl === undefined
        ? undefined
        : { url: upstreamUrl, apiKey: text('FOOTNOTE_UPSTREAM_KEY') },
    publicUrl: url('FOOTNOTE_PUBLIC_URL')?.replace(/\/+$/, ''),
    logLevel,
    drainMs: Math.round(number('FOOTNOTE_DRAIN_SECONDS', 0, 3_600) * SECOND),
    timeLimits: {
      answerMs: milliseconds('FOOTNOTE_ANSWER_TIMEOUT_SECONDS'),
      researchLiteMs: milliseconds('FOOTNOTE_LITE_TIMEOUT_SECONDS'),
      researchStandardMs: milliseconds('FOOTNOTE_STANDARD_TIMEOUT_SECONDS'),
      financeMs: milliseconds('FOOTNOTE_FINANCE_TIMEOUT_SECONDS'),
      submitMs: milliseconds('FOOTNOTE_SUBMIT_TIMEOUT_SECONDS'),
      pollMs: milliseconds('FOOTNOTE_POLL_TIMEOUT_SECONDS'),
      settleGraceMs: milliseconds('FOOTNOTE_SETTLE_GRACE_SECONDS'),
      taskLifetimeMs: milliseconds('FOOTNOTE_TASK_LIFETIME_SECONDS'),
      taskVerdictMs: milliseconds('FOOTNOTE_TASK_VERDICT_SECONDS'),
      taskMissingMs: milliseconds('FOOTNOTE_TASK_MISSING_SECONDS'),
      sweepMs: milliseconds('FOOTNOTE_SWEEP_SECONDS'),
      leaseMs: milliseconds('FOOTNOTE_LEASE_SECONDS'),
      breakerMs: milliseconds('FOOTNOTE_BREAKER_SECONDS'),
    },
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
}

/** Names that look like settings of ours and are not; those of the caller's own tools are let be. */
export function findUnknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...settings.map(({ name }) => name), ...CALLER_SETTINGS])
  return Object.keys(env).filter(name => name.startsWith('FOOTNOTE_') && !known.has(name))
}

function setting(name: string, fallback: string, meaning: string): Setting {
  return { name, fallback, meaning }
}
