import { isUuid } from '@footnote/platform/is-uuid'
import { ApiError } from '../../api-error.ts'

/** The id in a path; what cannot be one is not found. */
export function requireId(params: Readonly<Record<string, string>>, name: string): string {
  const id = params[name] ?? ''
  if (!isUuid(id)) throw new ApiError('NOT_FOUND')
  return id
}
