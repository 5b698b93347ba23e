import { LANGUAGES_BY_WORD } from './language-words.ts'

const SAMPLE_CHARACTERS = 6_000
const FEWEST_LETTERS = 20
const FEWEST_WORDS = 8
/** How much of a text its language's commonest words must make up, and how far they must lead. */
const LEAST_SHARE = 0.12
const LEAST_LEAD = 1.25

/** Scripts that one language, or a few that their letters tell apart, are written in. */
const SCRIPTS: readonly (readonly [RegExp, (sample: string) => string | undefined])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, () => 'ja'],
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [/\p{Script=Han}/gu, chinese],
  [/\p{Script=Cyrillic}/gu, cyrillic],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Arabic}/gu, sample => (/[پچژگ]/u.test(sample) ? undefined : 'ar')],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Devanagari}/gu, sample => (/(?:आहे|ळ)/u.test(sample) ? 'mr' : 'hi')],
  [/\p{Script=Bengali}/gu, () => 'bn'],
  [/\p{Script=Gujarati}/gu, () => 'gu'],
  [/\p{Script=Gurmukhi}/gu, () => 'pa'],
  [/\p{Script=Tamil}/gu, () => 'ta'],
  [/\p{Script=Telugu}/gu, () => 'te'],
  [/\p{Script=Kannada}/gu, () => 'kn'],
  [/\p{Script=Malayalam}/gu, () => 'ml'],
  [/\p{Script=Thai}/gu, () => 'th'],
]
/** Kana among the characters of a Japanese text are fewer than the characters. */
const LEAST_KANA = 0.1

/** Detects the language of a text; undefined if it is not plain. A short text needs less to go by. */
export function detectLanguage(text: string, { isShort = false } = {}): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const letters = count(sample, /\p{L}/gu)
  if (letters < (isShort ? 2 : FEWEST_LETTERS)) return undefined
  if (count(sample, /\p{Script=Latin}/gu) > letters / 2) return latin(sample, isShort)
  for (const [script, decide] of SCRIPTS) {
    const language = decide(sample)
    const least = language === 'ja' ? LEAST_KANA : 0.5
    if (count(sample, script) <= letters * least) continue
    return language ?? (isShort ? commonestIn(sample) : undefined)
  }
  return undefined
}

/** A few words in these scripts are most likely in the language with most speakers. */
function commonestIn(sample: string): string {
  return /\p{Script=Han}/u.test(sample) ? 'zh' : /\p{Script=Cyrillic}/u.test(sample) ? 'ru' : 'ar'
}

function latin(sample: string, isShort: boolean): string | undefined {
  if (/[¿¡]/.test(sample)) return 'es'
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < FEWEST_WORDS && !isShort) return undefined
  const hits = new Map<string, number>()
  for (const language of words.flatMap(word => LANGUAGES_BY_WORD.get(word) ?? [])) {
    hits.set(language, (hits.get(language) ?? 0) + 1)
  }
  const scores = Array.from(hits, ([language, hits]) => ({ language, hits }))
  const [best, next] = scores.sort((one, other) => other.hits - one.hits)
  if (!best || best.hits < words.length * LEAST_SHARE) return undefined
  return best.hits >= (next?.hits ?? 0) * LEAST_LEAD ? best.language : undefined
}

function chinese(sample: string): string | undefined {
  const simplified = count(
    sample,
    /[这国们来时说为会个对发经现过还没车东书长门马见觉让认语请问间]/gu,
  )
  const traditional = count(
    sample,
    /[這國們來時說為會個對發經現過還沒車東書長門馬見覺讓認語請問間]/gu,
  )
  if (simplified === traditional) return undefined
  return simplified > traditional ? 'zh-hans' : 'zh-hant'
}

function cyrillic(sample: string): string | undefined {
  if (/[їєґ]/iu.test(sample)) return 'uk'
  if (/[јљњћђ]/iu.test(sample)) return 'sr'
  if (/[ыэё]/iu.test(sample)) return 'ru'
  return /ъ/iu.test(sample) ? 'bg' : undefined
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
