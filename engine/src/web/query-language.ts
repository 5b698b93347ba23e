import { detectLanguage } from '../text/detect-language.ts'
import type { WebQuery } from './search-service.ts'

/** The language that results are wanted in: as the policy says, or else that of the query. */
export function queryLanguage({ text, policy }: WebQuery): string | undefined {
  return policy.language ?? detectLanguage(text)
}
