/** A piece of a word: its number in the vocabulary and its place in the text. */
export interface Piece {
  readonly id: number
  readonly start: number
  readonly end: number
}

const UNKNOWN = 100
/** A longer word is unknown, as it was in training. */
const LONGEST_WORD = 100
/** Words, and each sign or ideograph by itself. */
const WORD =
  /[\p{Script=Han}\u3400-\u4dbf\uf900-\ufaff]|[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~\p{Script=Han}\p{Cc}\p{Cf}]+/gu

/** Cuts texts into the pieces that the model knows: BERT's uncased WordPiece, with offsets. */
export function createPieceCutter(
  vocabulary: Readonly<Record<string, number>>,
): (text: string) => Piece[] {
  const ids = new Map(Object.entries(vocabulary))
  return text => [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => cutWord(word, index, ids))
}

function cutWord(word: string, start: number, ids: ReadonlyMap<string, number>): Piece[] {
  const unknown = [{ id: UNKNOWN, start, end: start + word.length }]
  // Checked first: cutting takes the square of the length.
  if (word.length > LONGEST_WORD) return unknown
  const { text: folded, origins } = fold(word)
  const place = (from: number, to: number) => ({
    start: start + (origins[from] ?? 0),
    end: start + (origins[to] ?? word.length),
  })
  const pieces: Piece[] = []
  for (let from = 0; from < folded.length; ) {
    let to = folded.length
    let id: number | undefined
    for (; to > from; to--) {
      id = ids.get(`${from > 0 ? '##' : ''}${folded.slice(from, to)}`)
      if (id !== undefined) break
    }
    if (id === undefined) return unknown
    pieces.push({ id, ...place(from, to) })
    from = to
  }
  return pieces
}

/** Returns a word in lower case without accents; `origins` is the place of each letter before. */
function fold(word: string): { text: string; origins: readonly number[] } {
  if (/^[a-z0-9]+$/.test(word)) return { text: word, origins: [...word].map((_, at) => at) }
  let text = ''
  const origins: number[] = []
  let at = 0
  for (const letter of word) {
    for (const part of letter
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')) {
      for (let unit = 0; unit < part.length; unit++) origins.push(at)
      text += part
    }
    at += letter.length
  }
  return { text, origins }
}
