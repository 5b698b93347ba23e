/** A table in GitHub's Markdown; names of the wire stand in backticks. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  // In CommonMark a bare <word> would count as HTML and vanish.
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replace(/[|<]/g, '\\$&')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
