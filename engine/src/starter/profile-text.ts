/** A profile as the package has it: sections of topics, with texts at any depth. */
export interface ProfileNode {
  readonly text?: string | null
  readonly [label: string]: ProfileNode | string | null | undefined
}

/** From this length on a text reads better as prose under a heading than behind a label. */
const PROSE = 200
const MOST_LEVELS = 8

/** Writes a profile as headings, fields and prose. */
export function profileText(profile: ProfileNode): string {
  const sections = children(profile).map(([section, topics]) => {
    const fields: string[] = []
    // Prose comes last: a field after it would read as if it stood under the prose's heading.
    const prose: string[] = []
    for (const [topic, node] of children(topics)) {
      if (isProse(node.text)) {
        prose.push(`\n## ${topic}\n`, values(node.text).join('\n\n'))
        fields.push(...writeFields([topic], { ...node, text: null }))
      } else fields.push(...writeFields([topic], node))
    }
    return [`# ${section}`, ...fields, ...prose].join('\n')
  })
  return `${sections.join('\n\n')}\n`
}

function children(node: ProfileNode): [string, ProfileNode][] {
  return Object.entries(node).flatMap(([label, child]): [string, ProfileNode][] =>
    typeof child === 'object' && child !== null ? [[cleanLabel(label), child]] : [],
  )
}

function* writeFields(path: readonly string[], node: ProfileNode): Generator<string> {
  const value = node.text && joinValues(values(node.text))
  if (value) yield `${path.join(' — ')}: ${value}`
  if (path.length >= MOST_LEVELS) return
  for (const [label, child] of children(node)) yield* writeFields([...path, label], child)
}

function isProse(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.length > PROSE && /[.!?]["”]?\s*$/.test(text)
}

function values(text: string): string[] {
  return text.split('++').map(clean).filter(Boolean)
}

/** A currency before its rates and a year after its figure belong to what they stand beside. */
function joinValues([first = '', ...others]: readonly string[]): string {
  return others.reduce(
    (written, value) =>
      written.endsWith(' -') || value.startsWith('(')
        ? `${written} ${value}`
        : `${written}; ${value}`,
    first,
  )
}

/** Some labels have a figure or a stop run into them. */
function cleanLabel(label: string): string {
  return clean(label).replace(/^\d*\.\d*(?=\p{L})/u, '')
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll(' ;', ';').trim()
}
