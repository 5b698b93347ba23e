import { type Html, type HtmlPart, html } from './html.ts'

interface TableRow {
  readonly id?: string
  readonly cells: readonly HtmlPart[]
}

/**
 * A table whose first column heads its rows. On narrow screens the stylesheet stacks the cells,
 * which makes some browsers forget that it is a table: hence the roles.
 */
export function renderTable({
  caption,
  head,
  rows,
}: {
  caption: HtmlPart
  head: readonly string[]
  rows: readonly TableRow[]
}): Html {
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head.map(title => html`<th role="columnheader" scope="col">${title}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(row => renderRow(row, head))}</tbody>
</table>`
}

function renderRow({ id, cells }: TableRow, head: readonly string[]): Html {
  const [first, ...others] = cells
  return html`
<tr role="row"${id !== undefined && html` id="${id}"`}><th role="rowheader" scope="row">${first}</th>${others.map(
    (cell, index) => html`<td role="cell" data-head="${head[index + 1]}">${cell}</td>`,
  )}</tr>`
}
