import { ERROR_CODES, type ErrorCode, errorEntry } from '@footnote/contract/errors'
import { formats } from '@footnote/contract/formats'
import { limitRows } from '@footnote/contract/limit-rows'
import { prices } from '@footnote/contract/prices'
import { TASK_STATES } from '@footnote/contract/responses'
import { taskStateMeanings } from '@footnote/contract/task-state-meanings'
import { usdText } from '@footnote/contract/usd-text'
import { type Html, html } from './html.ts'
import { renderProse } from './render-prose.ts'
import { renderTable } from './render-table.ts'

export function pricesTable(): Html {
  return renderTable({
    caption: 'Price of one call',
    head: ['Tool', 'Effort', 'USD'],
    rows: prices.map(({ tool, effort, costUnits }) => ({
      cells: [
        html`<a href="#${tool}"><code>${tool}</code></a>`,
        effort === null ? 'none' : html`<code>${effort}</code>`,
        html`<span class="amount">${usdText(costUnits)}</span>`,
      ],
    })),
  })
}

export function limitsTable(): Html {
  return renderTable({
    caption: 'Every limit; a character is a Unicode code point',
    head: ['Limit', 'Value'],
    rows: limitRows().map(({ limit, value }) => ({ cells: [renderProse(limit), value] })),
  })
}

export function statesTable(): Html {
  return renderTable({
    caption: 'States of a task; they never go backwards',
    head: ['State', 'Meaning', 'Next'],
    rows: TASK_STATES.map(state => {
      const { meaning, next } = taskStateMeanings[state]
      return {
        cells: [html`<code>${state}</code>`, meaning, next.length > 0 ? next.join(', ') : 'final'],
      }
    }),
  })
}

export function errorsTable(): Html {
  return renderTable({
    caption: 'Every error code',
    head: ['Code', 'When', 'What to do', 'Retry'],
    rows: ERROR_CODES.map(code => {
      const { status, condition, message, refusedMessage } = errorEntry(code)
      return {
        id: `error-${code}`,
        cells: [
          html`<span class="status">${status}</span> <code>${code}</code>`,
          condition,
          refusedMessage === undefined ? message : html`${message} Or: ${refusedMessage}`,
          retryAdvice(code),
        ],
      }
    }),
  })
}

export function formatsTable(): Html {
  return renderTable({
    caption: 'What a string of each format must be',
    head: ['Format', 'The value'],
    rows: Object.entries(formats).map(([name, { message }]) => ({
      id: `format-${name}`,
      cells: [html`<code>${name}</code>`, message],
    })),
  })
}

function retryAdvice(code: ErrorCode): string {
  const { status, retryAfterSeconds, refusedMessage } = errorEntry(code)
  if (refusedMessage !== undefined) return 'as the message says'
  if (retryAfterSeconds !== undefined) return `after ${retryAfterSeconds} seconds`
  return status >= 500 ? 'yes' : 'no'
}
