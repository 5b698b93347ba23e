/** Prints JSON, for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

export function printFields(fields: Readonly<Record<string, unknown>>): void {
  const width = Math.max(...Object.keys(fields).map(name => name.length))
  for (const [name, value] of Object.entries(fields)) {
    process.stdout.write(`${name.padEnd(width)}  ${show(value)}\n`)
  }
}

export function printTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  empty: string,
): void {
  const [first] = rows
  if (!first) {
    process.stdout.write(`${empty}\n`)
    return
  }
  const names = Object.keys(first)
  const lines = [names, ...rows.map(row => names.map(name => show(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

function show(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value)
}
