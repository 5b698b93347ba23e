/** Whether a text in one language serves who asks for another: `en-gb` serves `en`, and back. */
export function isInLanguage(known: string, wanted: string): boolean {
  const [one, other] = [read(known), read(wanted)]
  // A tag that nobody can read says nothing, as no tag does.
  if (!one || !other) return true
  if (one.language !== other.language) return false
  return one.script === undefined || other.script === undefined || one.script === other.script
}

function read(tag: string): { language: string; script?: string | undefined } | undefined {
  try {
    const locale = new Intl.Locale(tag)
    // Most pages that say Norwegian are in its written standard Bokmål.
    const language = locale.language === 'no' ? 'nb' : locale.language
    if (language !== 'zh') return { language }
    // Chinese is written in two scripts; a region tells which, the bare tag does not.
    const script = locale.script ?? (locale.region && locale.maximize().script)
    return { language, script }
  } catch {
    return undefined
  }
}
