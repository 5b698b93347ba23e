const LAST_CODE_POINT = 0x10ffff
/** Those that people write in prose; any other stays as it was written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
}

/** HTML's character references as what they stand for: the parser leaves them to a browser. */
export function readReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (original, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return (Object.hasOwn(NAMED, name) && NAMED[name]) || original
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : original
    },
  )
}
