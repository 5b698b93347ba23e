const SHORTER: Readonly<Record<string, string>> = {
  research_effort: 'effort',
  output_schema: 'schema',
}

/** Names the option for a request field. `include_domains` becomes `include-domain`, which repeats. */
export function optionName(member: string): string {
  return SHORTER[member] ?? member.replace(/_domains$/, '_domain').replaceAll('_', '-')
}

/** Replaces field names in a text of the contract with option names. */
export function inOptions(text: string): string {
  return text.replaceAll(
    /\b(?:research_effort|output_schema|\w+_domains)\b/g,
    member => `--${optionName(member)}`,
  )
}
