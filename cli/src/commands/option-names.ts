const SHORTER: Readonly<Record<string, string>> = {
  research_effort: 'effort',
  output_schema: 'schema',
}

/** A member of a request as people say it: one `include-domain` for each of the `include_domains`. */
export function optionName(member: string): string {
  return SHORTER[member] ?? member.replace(/_domains$/, '_domain').replaceAll('_', '-')
}

/** What the contract says of members, in the words of the command line. */
export function inOptions(text: string): string {
  return text.replaceAll(
    /\b(?:research_effort|output_schema|\w+_domains)\b/g,
    member => `--${optionName(member)}`,
  )
}
