import { getLIDModel } from 'fasttext.wasm.js'

const SAMPLE_CHARACTERS = 6_000
const LEAST_CONFIDENCE = 0.5
/** The model's own labels where ours differ: most Norwegian is written as Bokmål. */
const RENAMED: Readonly<Record<string, string>> = { no: 'nb' }
const SIMPLIFIED = /[这国们来时说为会个对发经现过还没车东书长门马见觉让认语请问间]/gu
const TRADITIONAL = /[這國們來時說為會個對發經現過還沒車東書長門馬見覺讓認語請問間]/gu

const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u

// Loaded with the module, so that callers need not wait for each text.
const model = await (await getLIDModel()).load()

/** Returns the language of a text as a BCP 47 tag in lower case, or undefined if it is uncertain. */
export function detectLanguage(text: string): string | undefined {
  // The model reads one line.
  const sample = text.slice(0, SAMPLE_CHARACTERS).toWellFormed().replace(/\s+/g, ' ')
  if (!/\p{L}{2}/u.test(sample)) return undefined
  const found = model.predict(sample, 1, LEAST_CONFIDENCE)
  try {
    const label = found.size() > 0 ? found.get(0)[1].replace('__label__', '') : undefined
    // Names and codes in Latin letters may look like a language that has none.
    if (/^(?:zh|ja|ko)$/.test(label ?? '') && !OTHER_LETTER.test(sample)) return undefined
    if (label === 'zh') return chinese(sample)
    return label && (RENAMED[label] ?? label)
  } finally {
    // The list is in the memory of the WASM module, which has no garbage collection.
    found.delete()
  }
}

function chinese(sample: string): string {
  const lead = (sample.match(SIMPLIFIED)?.length ?? 0) - (sample.match(TRADITIONAL)?.length ?? 0)
  if (lead === 0) return 'zh'
  return lead > 0 ? 'zh-hans' : 'zh-hant'
}
