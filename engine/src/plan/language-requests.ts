/** How a language asks for an answer in a language; `{}` stands for the name of the one wanted. */
export interface LanguageRequest {
  /** Whose words these are, and whose names for languages. */
  readonly locale: string
  /** "in German". */
  readonly phrase: string
  /** How words begin that ask for an answer or name it: "answer", "write". */
  readonly request: string
  /** What is asked for stands behind the phrase: "in German answer". */
  readonly isPhraseFirst?: true
  /** How a name ends in dictionaries, and how it may end in the phrase, where that is not the same. */
  readonly inflect?: { readonly from: RegExp; readonly to: readonly string[] }
}

export const LANGUAGE_REQUESTS: readonly LanguageRequest[] = [
  // "Novels written in German" and "reports in French newspapers" are no requests.
  {
    locale: 'en',
    phrase:
      '(?<!\\p{L}(?:ed|en)\\s+)(?:in|into)\\s+(?:the\\s+)?{}(?:\\s+language)?(?=\\s*(?:$|[^\\p{L}\\s])|\\s+(?:please|and|but|only|to|with|using|about|on|what|who|when|where|why|which|how|whether|if)(?!\\p{L}))',
    request: '(?:answer|respond|response|reply|write|draft|summari[sz]e|report|output)(?!\\p{L})',
  },
  {
    locale: 'de',
    phrase: '(?:auf|in)\\s+{}',
    request: 'antwort|beantwort|schreib|verfass|erstell|bericht|fass',
  },
  { locale: 'fr', phrase: 'en\\s+{}', request: 'répon|écri[stv]|rédig|rapport|résum' },
  {
    locale: 'es',
    phrase: 'en\\s+(?:idioma\\s+)?{}',
    request: 'respond|respuesta|respónd|contest|escrib|redact|informe|resum',
  },
  { locale: 'pt', phrase: 'em\\s+{}', request: 'respond|resposta|escrev|redij|relatório|resum' },
  {
    locale: 'it',
    phrase: 'in\\s+(?:lingua\\s+)?{}',
    request: 'rispo|scriv|redig|relazione|riassum',
  },
  { locale: 'ca', phrase: 'en\\s+{}', request: 'respo|contest|escri|redact|resum' },
  { locale: 'gl', phrase: 'en\\s+{}', request: 'respo|contest|escrib|redact|resum' },
  {
    locale: 'ro',
    phrase: 'în\\s+(?:limba\\s+)?{}',
    request: 'răspun|scri|redact|rezum',
  },
  { locale: 'nl', phrase: 'in\\s+het\\s+{}', request: 'antwoord|beantwoord|schrijf|vat' },
  { locale: 'sv', phrase: 'på\\s+{}', request: 'svar|skriv|besvar|sammanfatt' },
  { locale: 'da', phrase: 'på\\s+{}', request: 'svar|skriv|besvar|opsummer' },
  { locale: 'nb', phrase: 'på\\s+{}', request: 'svar|skriv|besvar|oppsummer' },
  {
    locale: 'is',
    phrase: 'á\\s+{}',
    request: 'svar|skrif',
    inflect: { from: /a$/u, to: ['u'] },
  },
  {
    locale: 'pl',
    phrase: 'po\\s+{}',
    request: 'odpowie|napisz|stre',
    inflect: { from: /i$/u, to: ['u'] },
  },
  {
    locale: 'cs',
    phrase: 'v\\s+{}',
    request: 'odpov|napiš|shrň',
    inflect: { from: /ina$/u, to: ['ině'] },
  },
  {
    locale: 'sk',
    phrase: 'v\\s+{}',
    request: 'odpov|napíš|zhrň',
    inflect: { from: /ina$/u, to: ['ine'] },
  },
  {
    locale: 'sl',
    phrase: 'v\\s+{}',
    request: 'odgovor|napiš|povzem',
    inflect: { from: /ina$/u, to: ['ini'] },
  },
  {
    locale: 'hr',
    phrase: 'na\\s+{}',
    request: 'odgovor|napiš|sažm',
    inflect: { from: /i$/u, to: ['om'] },
  },
  {
    locale: 'sr',
    phrase: 'на\\s+{}',
    request: 'одговор|напиш|сажм',
    inflect: { from: /и$/u, to: ['ом'] },
  },
  { locale: 'bg', phrase: 'на\\s+{}', request: 'отговор|напиш|обобщ' },
  {
    locale: 'ru',
    phrase: 'на\\s+{}',
    request: 'ответ|отвеч|напиш',
    inflect: { from: /ий$/u, to: ['ом'] },
  },
  {
    locale: 'ru',
    phrase: 'по-{}',
    request: 'ответ|отвеч|напиш',
    inflect: { from: /ий$/u, to: ['и'] },
  },
  { locale: 'uk', phrase: '{}', request: 'відпов|дай|напиш', inflect: { from: /а$/u, to: ['ою'] } },
  { locale: 'lt', phrase: '{}\\s+kalba', request: 'atsak|rašyk|parašyk' },
  { locale: 'lv', phrase: '{}\\s+valodā', request: 'atbild|raksti|uzraksti' },
  { locale: 'et', phrase: '{}\\s+keeles', request: 'vasta|kirjuta' },
  { locale: 'el', phrase: 'στα\\s+{}', request: 'απάντ|απαντ|γράψ' },
  { locale: 'vi', phrase: '(?:bằng|sang)\\s+{}', request: 'trả\\s+lời|viết|tóm\\s+tắt' },
  {
    locale: 'ms',
    phrase: 'dalam\\s+bahasa\\s+{}',
    request: 'jawab|tulis|balas',
  },
  { locale: 'th', phrase: '(?:เป็น|ด้วย)?ภาษา{}', request: 'ตอบ|เขียน|สรุป|อธิบาย' },
  {
    locale: 'ar',
    phrase: '(?:ب|باللغة\\s+){}',
    request: 'أجب|اجب|جاوب|اكتب|الإجابة|الرد',
  },
  { locale: 'he', phrase: 'ב{}', request: 'ענה|עני|ענו|השב|תשובה|כתוב|כתבי' },
  {
    locale: 'tr',
    phrase: '{}(?:\\s+olarak)?',
    request: 'cevap|yanıt|yaz|açıkla|özetle',
    isPhraseFirst: true,
  },
  {
    locale: 'ja',
    phrase: '{}で(?:の)?',
    request: 'お?(?:答|回答|返答|説明|書|教|要約|出力|まとめ|願)',
    isPhraseFirst: true,
  },
  {
    locale: 'ko',
    phrase: '{}로',
    request: '답|대답|응답|설명|작성|써|알려|요약|말해',
    isPhraseFirst: true,
  },
  {
    locale: 'zh-hans',
    phrase: '(?:用|以|使用){}(?:来)?',
    request: '回答|作答|答复|回复|写|撰写|说明|解释|总结|输出',
    isPhraseFirst: true,
    inflect: { from: /[语文]$/u, to: ['语', '文'] },
  },
  {
    locale: 'zh-hant',
    phrase: '(?:用|以|使用){}(?:來)?',
    request: '回答|作答|答覆|回覆|寫|撰寫|說明|解釋|總結|輸出',
    isPhraseFirst: true,
    inflect: { from: /[語文]$/u, to: ['語', '文'] },
  },
  {
    locale: 'hi',
    phrase: '{}\\s+(?:भाषा\\s+)?में',
    request: 'उत्तर|जवाब|लिख|बता',
    isPhraseFirst: true,
  },
  { locale: 'mr', phrase: '{}\\s+भाषेत', request: 'उत्तर|लिह', isPhraseFirst: true },
  { locale: 'bn', phrase: '{}\\s+ভাষায়', request: 'উত্তর|লিখ', isPhraseFirst: true },
  { locale: 'gu', phrase: '{}\\s+(?:ભાષા)?માં', request: 'જવાબ|ઉત્તર|લખ', isPhraseFirst: true },
  { locale: 'pa', phrase: '{}\\s+ਵਿੱਚ', request: 'ਜਵਾਬ|ਉੱਤਰ|ਲਿਖ', isPhraseFirst: true },
  { locale: 'ta', phrase: '{}\\s+மொழியில்', request: 'பதில்|எழுது', isPhraseFirst: true },
  { locale: 'te', phrase: '{}\\s+భాషలో', request: 'సమాధానం|జవాబు|రాయ', isPhraseFirst: true },
  { locale: 'kn', phrase: '{}\\s+ಭಾಷೆಯಲ್ಲಿ', request: 'ಉತ್ತರ|ಬರೆ', isPhraseFirst: true },
  { locale: 'ml', phrase: '{}\\s+ഭാഷയിൽ', request: 'ഉത്തരം|മറുപടി|എഴുത', isPhraseFirst: true },
]
