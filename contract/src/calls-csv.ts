import type { UsageResponse } from './responses.ts'
import { usdText } from './usd-text.ts'

type Call = Readonly<UsageResponse['calls'][number]>

export const CSV_HEADER = 'request_id,created_at,tool,effort,key_name,state,cost_usd,refunded_usd'

/**
 * Calls as an RFC 4180 CSV file, with the price and the refunded amount of each.
 */
export function callsCsv(calls: readonly Call[]): string {
  return [CSV_HEADER, ...csvLines(calls), ''].join('\r\n')
}

/** The lines of the file below its header, without line ends. */
export function csvLines(calls: readonly Call[]): string[] {
  return calls.map(call => {
    const cost = usdText(BigInt(call.cost_units))
    return [
      call.request_id,
      call.created_at,
      call.tool,
      call.effort ?? '',
      call.key_name,
      call.state,
      cost,
      call.state === 'refunded' ? cost : usdText(0n),
    ]
      .map(csvField)
      .join(',')
  })
}

/** A text as a field of a CSV file that a spreadsheet opens safely. */
export function csvField(text: string): string {
  return quote(disarm(text))
}

/** Prefixes an apostrophe to text that spreadsheets would run as a formula. */
function disarm(field: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(field) ? `'${field}` : field
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
