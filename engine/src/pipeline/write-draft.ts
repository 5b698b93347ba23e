import type { Author, Material, Run } from '../author.ts'
import type { Progress } from '../progress.ts'
import { type VerifiedDraft, verifyDraft } from './verify-draft.ts'

interface WriteOptions extends Run {
  readonly author: Author
  readonly onProgress: (progress: Progress) => void
}

/** Returns the first draft that verification leaves something of. */
export async function writeDraft(
  material: Material,
  { author, onProgress, ...run }: WriteOptions,
): Promise<VerifiedDraft | undefined> {
  onProgress({ stage: 'writing', counts: {} })
  for await (const draft of author.write(material, run)) {
    onProgress({ stage: 'verifying', counts: {} })
    const verified = await verifyDraft(draft, { ...run, author })
    if (!verified.isEmpty) return verified
  }
  return undefined
}
