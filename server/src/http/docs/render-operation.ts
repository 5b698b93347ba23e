import { type ErrorCode, errorEntry } from '@footnote/contract/errors'
import type { Operation, OperationResponse } from '@footnote/contract/operations'
import { parametersOf } from '@footnote/contract/parameters'
import { priceText } from '@footnote/contract/price-text'
import { curlCommand } from './curl-command.ts'
import { type Html, html } from './html.ts'
import { highlightJson, renderCode } from './render-code.ts'
import { renderFields } from './render-fields.ts'
import { renderTable } from './render-table.ts'

/** One operation: what it does and takes on one side, an example call on the other. */
export function renderOperation(
  { baseUrl }: { baseUrl: string },
  name: string,
  operation: Operation,
): Html {
  const { method, path, summary, description, request, errors } = operation
  const responses = Object.entries(operation.responses)
  return html`
<article id="${name}" class="operation">
<h3>${summary}</h3>
<p class="endpoint"><span class="method">${method}</span> <code>${path}</code></p>
<div class="pair">
<div class="facts">
<p>${description}</p>
${request && html`<p class="price">${priceText(name)}</p>`}
${renderParameters(operation)}
${request && renderFields({ caption: 'Request body', schema: request.schema, direction: 'request' })}
${responses.map(([status, response]) => renderResponse(status, response))}
${
  errors.length > 0 &&
  html`<h4>Errors</h4>
<ul class="codes">${errors
    .toSorted(byStatus)
    .map(
      code =>
        html`<li><a href="#error-${code}"><span>${errorEntry(code).status}</span> ${code}</a></li>`,
    )}</ul>`
}
</div>
<div class="samples">
${renderRequests(baseUrl, operation)}
${responses.map(([status, response]) => renderSamples(status, response))}
</div>
</div>
</article>`
}

function renderParameters(operation: Operation): Html | undefined {
  const taken = parametersOf(operation)
  if (taken.length === 0) return undefined
  return renderTable({
    caption: 'Parameters',
    head: ['Parameter', 'Meaning'],
    rows: taken.map(({ name, in: place, required, description }) => ({
      cells: [
        html`<code>${name}</code> <small>${place} ${required ? html`<strong>required</strong>` : html`<span>optional</span>`}</small>`,
        description,
      ],
    })),
  })
}

function renderResponse(status: string, { description, schema }: OperationResponse): Html {
  const caption = html`<b>${status}</b> ${description}`
  return schema
    ? renderFields({ caption, schema, direction: 'response' })
    : html`<p class="caption">${caption} See <a href="#events">Events</a>.</p>`
}

function renderRequests(baseUrl: string, operation: Operation): Html[] {
  const entries = Object.entries(operation.request?.examples ?? { none: undefined })
  return entries.map(([name, body]) =>
    renderCode({
      title: entries.length > 1 ? `Request, ${name}` : 'Request',
      code: curlCommand(baseUrl, operation, body),
    }),
  )
}

function renderSamples(status: string, { schema, examples }: OperationResponse): Html[] {
  const entries = Object.entries(examples)
  return entries.map(([name, example]) =>
    renderCode({
      title: entries.length > 1 ? `Response ${status}, ${name}` : `Response ${status}`,
      code: schema ? highlightJson(JSON.stringify(example, null, 2)) : String(example).trimEnd(),
    }),
  )
}

function byStatus(one: ErrorCode, other: ErrorCode): number {
  return errorEntry(one).status - errorEntry(other).status
}
