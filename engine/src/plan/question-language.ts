import { LANGUAGES_BY_WORD } from '../text/language-words.ts'

/** Words by which each language asks. They tell more than others, and a question has few words. */
const ASKING: Readonly<Record<string, string>> = {
  en: 'who what when where why which how whose does did compare explain list',
  de: 'wer was wann wo warum welche welcher welches welchen wieviel viele wie woher wohin vergleiche nenne erkläre hat gibt',
  fr: 'qui que quoi quand où pourquoi quel quelle quels quelles combien comment quels compare explique',
  es: 'quién quiénes qué cuándo dónde cuál cuáles cuánto cuánta cuántos cuántas cómo compara explica',
  pt: 'quem quê quando onde qual quais quanto quantos quantas como porquê compare explique',
  it: 'chi cosa quando dove perché quale quali quanto quanti quante qual come confronta spiega',
  nl: 'wie wat wanneer waar waarom welke welk hoeveel hoe vergelijk',
  sv: 'vem vad när var varför vilken vilket vilka hur många jämför',
  da: 'hvem hvad hvornår hvor hvorfor hvilken hvilket hvilke hvordan mange sammenlign',
  nb: 'hvem hva når hvor hvorfor hvilken hvilket hvilke hvordan mange sammenlign',
  fi: 'kuka mikä mitä milloin missä miksi mitkä kuinka miten montako paljonko vertaa',
  is: 'hver hvað hvenær hvar hvers hvaða hvernig hversu margir',
  pl: 'kto co kiedy gdzie dlaczego jaki jaka jakie który która ile jak czy porównaj',
  cs: 'kdo co kdy kde proč jaký jaká jaké který která které kolik jak porovnej',
  sk: 'kto čo kedy kde prečo aký aká aké ktorý ktorá ktoré koľko ako porovnaj',
  sl: 'kdo kaj kdaj kje zakaj kateri katera katero koliko kako primerjaj',
  hr: 'tko što kada gdje zašto koji koja koje koliko kako usporedi',
  hu: 'ki mi mit mikor hol miért melyik mennyi hány hogyan milyen',
  ro: 'cine ce când unde care cât câți câte cum compară',
  ca: 'qui què quan on quin quina quins quines quant quants com compara',
  gl: 'quen que cando onde cal cales canto cantos como compara',
  eu: 'nor zer noiz non zergatik zein zenbat nola',
  et: 'kes mis millal kus miks milline mitu kui kuidas',
  lv: 'kas kad kur kāpēc kurš kura cik kā kāds kāda',
  lt: 'kas kada kur kodėl kuris kuri kiek kaip koks kokia',
  tr: 'kim ne nedir zaman nerede neden hangi kaç nasıl kimdir',
  vi: 'ai gì khi nào đâu tại sao bao nhiêu thế',
  ms: 'siapa apa bila mana mengapa berapa bagaimana apakah siapakah',
  ru: 'кто что когда где почему какой какая какое какие сколько как',
  uk: 'хто що коли де чому який яка яке які скільки як',
  bg: 'кой коя кое кои какво кога къде защо колко как',
  sr: 'ко шта када где зашто који која које колико како',
}
const ASKING_WEIGHT = 2
const MOST_WORDS = 200
const FEWEST_LETTERS = 2

/** Scripts by which even a few characters tell the language; kana before the characters between them. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Thai}/u, 'th'],
]

const LANGUAGES_BY_ASKING: ReadonlyMap<string, readonly string[]> = byAsking()

/** The language of a question that is too short for its commonest words to tell. */
export function questionLanguage(question: string): string | undefined {
  const words = (question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).slice(0, MOST_WORDS)
  const letters = words.join('')
  if (letters.length < FEWEST_LETTERS) return undefined
  const alphabetic = letters.match(/[\p{Script=Latin}\p{Script=Cyrillic}]/gu)?.length ?? 0
  if (alphabetic > letters.length / 2) return byWords(words)
  return SCRIPTS.find(([script]) => script.test(letters))?.[1]
}

function byWords(words: readonly string[]): string | undefined {
  const scores = new Map<string, number>()
  const count = (languages: readonly string[] | undefined, weight: number) => {
    for (const language of languages ?? []) {
      scores.set(language, (scores.get(language) ?? 0) + weight)
    }
  }
  for (const word of words) {
    count(LANGUAGES_BY_WORD.get(word), 1)
    count(LANGUAGES_BY_ASKING.get(word), ASKING_WEIGHT)
  }
  const [best, next] = [...scores].toSorted(([, one], [, other]) => other - one)
  return best && best[1] > (next?.[1] ?? 0) && best[1] >= ASKING_WEIGHT ? best[0] : undefined
}

function byAsking(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(ASKING)) {
    for (const word of new Set(words.split(' '))) {
      languages.set(word, [...(languages.get(word) ?? []), language])
    }
  }
  return languages
}
