const PRINTABLE_ASCII = /^[\u0020-\u007E]*$/
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF\uD7B0-\uD7FF]/u
const FLAG_HALF = /[\u{1F1E6}-\u{1F1FF}]/u
const SKIN = /[\u{1F3FB}-\u{1F3FF}]/u
const EMOJI_SELECTOR = '\uFE0F'
/** East Asian wide and full-width signs, and what is shown as a picture without being asked to. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u

/** How many columns a clean text takes on a terminal, on one line. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length
  let width = 0
  let last = 0
  for (const sign of text) {
    // A picture that has been asked for, or of another colour, takes the two columns of any picture.
    if (last > 0 && (sign === EMOJI_SELECTOR || SKIN.test(sign))) {
      width += 2 - last
      last = 2
    } else {
      const own = signWidth(sign)
      width += own
      if (own > 0) last = own
    }
  }
  return width
}

function signWidth(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0
  if (FLAG_HALF.test(sign)) return 1
  return WIDE.test(sign) ? 2 : 1
}

/** As much of a clean text as fits, with a sign that something was cut. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let cut = ''
  let taken = 0
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 4 * width + 4))) {
    taken += displayWidth(segment)
    if (taken >= width) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}
