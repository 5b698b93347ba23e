import { limits } from './limits.ts'

interface LimitRow {
  /** Has names of the wire in backticks. */
  readonly limit: string
  readonly value: string
}

/** Typed by the table of limits, so that a new limit cannot stay undocumented. */
const rows: { [Name in keyof typeof limits]: (value: (typeof limits)[Name]) => LimitRow } = {
  queryCharacters: most => row('`query` of an answer', `${count(most)} characters`),
  inputCharacters: most => row('`input` of research', `${count(most)} characters`),
  domainsPerList: most => row('Each domain list', `${count(most)} items`),
  bodyBytes: most => row('Request body', `${count(most)} bytes`),
  outputSchemaLevels: most => row('Nested objects and arrays in `output_schema`', `${most} levels`),
  outputSchemaProperties: most => row('Properties in `output_schema`', `${count(most)} in total`),
  outputSchemaJsonDepth: most =>
    row('Nested JSON of any kind in `output_schema`', `${most} levels`),
  outputSchemaPlaces: most =>
    row('Values of any kind in `output_schema`', `${count(most)} in total`),
  reportedProblems: most => row('Problems listed in one error', count(most)),
  usageCalls: most => row('Calls in the usage history', `the latest ${count(most)}`),
  taskLifetimeHours: hours => row('Retrieval of a task’s result', `${hours} hours`),
  minimumRechargeUsd: least => row('Recharge of the wallet', `at least ${least} USD`),
  pollSeconds: ({ shortest, longest }) =>
    row('Pause between two polls of a task', `${shortest} to ${longest} seconds`),
}

/** Describes every limit. A character is a Unicode code point. */
export function limitRows(): LimitRow[] {
  return Object.entries(rows).map(([name, describe]) =>
    // The map's type pairs each function with its own limit; Object.entries forgets the pairing.
    (describe as (value: unknown) => LimitRow)(limits[name as keyof typeof limits]),
  )
}

function row(limit: string, value: string): LimitRow {
  return { limit, value }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
