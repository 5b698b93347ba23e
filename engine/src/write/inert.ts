/**
 * What a source or a model says, in one line that is text and nothing else: no marker, markup, link,
 * image or block of ours.
 */
export function inert(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('[[', '[\\[')
    .replace(/\](?=[([])/g, ']\\')
    .replace(/!(?=\[)/g, '\\!')
    .replace(/[<>]/g, '\\$&')
}

/** The same for what a model wrote: addresses are no links either. A quote keeps its own. */
export function inertWritten(text: string): string {
  return inert(text)
    .replace(/(?<=\b[a-z][a-z0-9+.-]{1,15}):(?=\/\/)/gi, '\\:')
    .replace(/\bwww\.(?=\S)/gi, 'www\\.')
}
