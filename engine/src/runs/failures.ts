/** Why a run failed, with what its caller is told. None of it holds anything that a caller sent. */
export const failures = {
  no_result: 'No result could be given.',
  time_limit: 'The research took longer than its effort allows; ask for less, or try again.',
  gave_up: 'The research was interrupted too often; submit it again.',
  unreadable: 'What was asked can no longer be read; submit it again.',
} as const

export type Failure = keyof typeof failures
