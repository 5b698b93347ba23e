const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|\[(\/?)think\]/gi

/**
 * What a model says beside its thinking. Thinking that was never closed reaches to the end; a closing
 * mark without an opening one (that stood in the prompt's template) ends thinking that began at once.
 */
export function stripThinking(text: string): string {
  let said = ''
  let depth = 0
  /** Where the text that is not yet decided upon begins. */
  let from = 0
  /** Behind the last mark that closed an inner one. */
  let innerEnd: number | undefined
  let isOpened = false

  for (const { 0: tag, 1: slash, 2: bracketSlash, index } of text.matchAll(TAG)) {
    const isClosing = slash === '/' || bracketSlash === '/'
    const end = index + tag.length
    if (!isClosing) {
      if (depth === 0) said += text.slice(from, index)
      depth += 1
      isOpened = true
      innerEnd = undefined
    } else if (depth > 0) {
      depth -= 1
      innerEnd = depth > 0 ? end : undefined
      from = end
    } else {
      // Only thinking that nothing opened can come first; later ones are stray marks.
      if (isOpened) said += text.slice(from, index)
      else said = ''
      isOpened = true
      from = end
    }
  }
  // A thought that mentions the opening mark opens nothing: what follows its only end is said.
  if (depth > 0) return innerEnd === undefined ? said : said + text.slice(innerEnd)
  return said + text.slice(from)
}
