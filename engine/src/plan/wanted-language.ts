import { detectLanguage } from '../text/detect-language.ts'
import { questionLanguage } from './question-language.ts'
import { requestedLanguage } from './requested-language.ts'

/**
 * The language that an answer is wanted in, by rules: the one that the input asks for, else its own.
 * Undefined when neither is plain.
 */
export function wantedLanguage(input: string): string | undefined {
  return requestedLanguage(input) ?? detectLanguage(input) ?? questionLanguage(input)
}
