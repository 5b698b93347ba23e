import { contentWords } from '../../text/words.ts'

export function contentStems(text: string): string[] {
  return contentWords(text).map(word => word.stem)
}
