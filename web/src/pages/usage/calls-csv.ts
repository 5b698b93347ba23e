import { usdText } from '@footnote/contract/usd-text'
import type { Call } from './call-state.ts'

const HEADER = 'request_id,created_at,tool,effort,key_name,state,cost_usd,refunded_usd'

/**
 * The calls as a file for spreadsheets and programs, after RFC 4180: the price of each, and what of it
 * was given back.
 */
export function callsCsv(calls: readonly Call[]): string {
  const lines = calls.map(call => {
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
      .map(field => quote(disarm(field)))
      .join(',')
  })
  return [HEADER, ...lines, ''].join('\r\n')
}

/** Spreadsheets take what begins so for a formula, also in full-width letters; an apostrophe stops them. */
function disarm(field: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(field) ? `'${field}` : field
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
