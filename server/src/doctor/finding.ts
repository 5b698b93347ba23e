/** The result of one check. */
export interface Finding {
  readonly name: string
  /** A warning can wait; a problem keeps the service from working or money from being safe. */
  readonly state: 'good' | 'warning' | 'problem'
  /** The state, and for a problem what to do. Names settings, never their values. */
  readonly note: string
}

const PATIENCE_MS = 10_000

/** Runs a check in limited time. A rejection is a problem with the given advice. */
export async function check(
  name: string,
  advice: string,
  work: (signal: AbortSignal) => Promise<Omit<Finding, 'name'> | string>,
): Promise<Finding> {
  const limit = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason))
  })
  try {
    const found = await Promise.race([work(limit), late])
    return typeof found === 'string' ? { name, state: 'good', note: found } : { name, ...found }
  } catch (error) {
    return { name, state: 'problem', note: `${reasonOf(error)}. ${advice}` }
  }
}

/** Names the kind of an error alone: its message may quote a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof Error && error.name === 'TimeoutError') return 'No reply within 10 s'
  if (error instanceof Error && 'code' in error) return `Failed (${error.code})`
  return `Failed (${error instanceof Error ? error.name : typeof error})`
}
