const WHOM =
  '(?:ai|a\\.i\\.|llms?|(?:large )?language models?|chat ?bots?|(?:ai )?assistants?|ai agents?)'

/** Phrases by which pages address models instead of people. */
const ADDRESSES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|other|all|any|your|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|directions|directives|guidelines|context)\b/i,
  /\b(?:ignorier\p{L}*|vergiss|vergesst|missachte)\b[^.!?\n]{0,40}\b(?:anweisungen|vorgaben|regeln|instruktionen)\b/iu,
  /\b(?:ignore[rz]?|ignora[dr]?|ignori|oublie[rz]?|olvid[ae]|esqueça|dimentica)\b[^.!?\n]{0,40}\b(?:instru|istruzioni|consignes|règles|reglas|regras|regole)[^.!?\n]{0,30}(?:précédent|anterior|precedent)/iu,
  /игнорир\p{L}*[^.!?\n]{0,40}(?:инструкци|указани|правил)/iu,
  /(?:忽略|无视|無視)[^。！？\n]{0,20}(?:指令|指示|说明|說明|提示)/u,
  new RegExp(`\\b(?:if|when|since|because) you(?:'re|’re| are) an? ${WHOM}\\b`, 'i'),
  new RegExp(`\\b(?:you are|act as|you're) now (?:an? )?${WHOM}\\b`, 'i'),
  new RegExp(
    `\\b(?:attention|notes?|message|instructions?|notice|reminder)(?: (?:to|for))?(?: all| any| the)?,? ${WHOM}\\s*[:,!—–-]`,
    'i',
  ),
  /<\|?(?:im_start|im_end|system|endoftext|start_header_id)\|?>|\[\/?INST\]|<<\/?SYS>>/i,
]

/**
 * Returns whether a line addresses a model instead of readers, so that it is no evidence. Careful writers
 * get past this check; it catches the plain cases.
 */
export function addressesModel(line: string): boolean {
  return ADDRESSES.some(pattern => pattern.test(line))
}
