import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createFileOnce } from '@footnote/platform/create-file-once'
import { giveToOwner } from '@footnote/platform/give-to-owner'
import { makeDataFolder } from '@footnote/platform/make-data-folder'
import type { Config } from '../config.ts'

const SECRET_BYTES = 32

/**
 * Returns the secret that signs sessions and seals upstream keys: FOOTNOTE_SECRET, or else one created
 * once in the data folder. All processes that start there at once get the same.
 */
export async function siteSecret({ website, dataDir }: Config): Promise<string> {
  if (website.secret !== undefined) return website.secret
  await makeDataFolder(dataDir)
  const file = join(dataDir, 'site.secret')
  const content = await createFileOnce(file, () =>
    Buffer.from(randomBytes(SECRET_BYTES).toString('base64url')),
  )
  await giveToOwner(file)
  return content.toString('utf8')
}
