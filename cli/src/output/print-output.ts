import type { Output } from '@footnote/sdk'
import type { Session } from '../commands/session.ts'
import { renderObject } from './terminal/render-object.ts'
import { renderReport } from './terminal/render-report.ts'

/** A report with its sources, or the object that was asked for. */
export function printOutput(
  { terminal, print }: Session,
  { content, sources }: Output<unknown>,
): void {
  print(
    typeof content === 'string'
      ? renderReport(terminal, { text: content, sources })
      : renderObject(terminal, content, sources),
  )
}
