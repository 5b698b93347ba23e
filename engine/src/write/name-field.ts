/** The last part of a label that only says "the whole of it". */
const WHOLE = /^(?:name|total|text|value|overall|total population)$/i

/**
 * A field's label in words: `Capital — name` of Bolivia is the "Capital of Bolivia", `Land boundaries
 * — border countries` of Laos is "Land boundaries of Laos, border countries", `Founded` of a firm is
 * "firm, founded".
 */
export function nameField(label: string, subject: string | undefined): string {
  const [first = label, ...rest] = label.split(' — ').map(part => part.trim())
  const last = rest.at(-1)
  const kept = last !== undefined && WHOLE.test(last) ? rest.slice(0, -1) : rest
  const about = /^\p{L}+ed$/u.test(first)
    ? `${subject}, ${first.toLowerCase()}`
    : `${first} of ${subject}`
  return [subject === undefined ? first : about, ...kept].join(', ')
}
