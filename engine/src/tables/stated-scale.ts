import type { Scale } from './table.ts'

const STATED: readonly (readonly [Scale, RegExp])[] = [
  [
    'thousand',
    /\bthousands?\b|[$€£¥]\s?['’‘]?000s?\b|['’‘]000s?\b|\(000s?\)|\b000s\b|\b(?:US)?\$k\b|\bRMB['’]000/i,
  ],
  [
    'million',
    /\bmillions?\b|(?:[$€£¥]|\b(?:US|EUR|GBP|CHF|RMB|DKK|SEK|NOK|USD|Rs))\s?m(?:n|illion)?\b|\bmn\b|\bUSDm\b|\bUS\$m\b/i,
  ],
  ['billion', /\bbillions?\b|[$€£¥]\s?bn\b|\bbn\b/i],
]

/** What a label, a header or a caption says that numbers are counted in. */
export function statedScale(text: string): Scale {
  return STATED.find(([, pattern]) => pattern.test(text))?.[0] ?? ''
}
