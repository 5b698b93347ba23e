/** The first digit of each script. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x1040, 0x17e0, 0xff10,
]

/** Writes the digits of other scripts as 0 to 9; the text keeps its length. */
export function plainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find(first => first <= code && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}
