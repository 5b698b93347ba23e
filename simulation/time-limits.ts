/** Times of the simulated service, short so that a run meets every deadline. Milliseconds. */
export const timeLimits = {
  answer: 3_000,
  research: 3_000,
  finance: 4_000,
  task: 3_000,
  poll: 2_000,
  settleGrace: 3_000,
  taskLifetime: 8_000,
  taskVerdict: 2_000,
  taskMissing: 1_000,
  lease: 2_000,
  drain: 2_000,
}

const seconds = (ms: number) => String(ms / 1_000)

export const timeSettings = {
  FOOTNOTE_ANSWER_TIMEOUT_SECONDS: seconds(timeLimits.answer),
  FOOTNOTE_LITE_TIMEOUT_SECONDS: seconds(timeLimits.research),
  FOOTNOTE_STANDARD_TIMEOUT_SECONDS: seconds(timeLimits.research),
  FOOTNOTE_FINANCE_TIMEOUT_SECONDS: seconds(timeLimits.finance),
  FOOTNOTE_SUBMIT_TIMEOUT_SECONDS: seconds(timeLimits.task),
  FOOTNOTE_POLL_TIMEOUT_SECONDS: seconds(timeLimits.poll),
  FOOTNOTE_SETTLE_GRACE_SECONDS: seconds(timeLimits.settleGrace),
  FOOTNOTE_TASK_LIFETIME_SECONDS: seconds(timeLimits.taskLifetime),
  FOOTNOTE_TASK_VERDICT_SECONDS: seconds(timeLimits.taskVerdict),
  FOOTNOTE_TASK_MISSING_SECONDS: seconds(timeLimits.taskMissing),
  FOOTNOTE_LEASE_SECONDS: seconds(timeLimits.lease),
  FOOTNOTE_DRAIN_SECONDS: seconds(timeLimits.drain),
  FOOTNOTE_SWEEP_SECONDS: '0.1',
  FOOTNOTE_BREAKER_SECONDS: '0.5',
}

/** Longest wait for the key's look-up and the debit together. */
const DATABASE_MS = 10_000
/** For a busy machine. */
const SLACK_MS = 5_000

/** Longest time a caller may wait for a reply, unless the process was stopped meanwhile. */
export function longestCallMs(kind: 'answer' | 'research' | 'finance' | 'task' | 'poll'): number {
  return DATABASE_MS + timeLimits[kind] + timeLimits.settleGrace + SLACK_MS
}
