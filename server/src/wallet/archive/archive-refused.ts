/** Why a month cannot be archived now; nothing was removed. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}
