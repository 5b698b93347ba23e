import { statSync } from 'node:fs'

/**
 * Does work in a folder with the rights of its owner, where root was asked to do it in somebody else's:
 * what is made belongs to the owner, and no link that they put there leads to what only root may touch.
 * At once, because the rights are those of the whole process.
 */
export function asOwnerOf<Answer>(folder: string, work: () => Answer): Answer {
  const giveBack = takeRightsOf(statSync(folder))
  try {
    return work()
  } finally {
    giveBack()
  }
}

/** Root acts as that user until the function that this answers is called; for others it changes nothing. */
export function takeRightsOf({ uid, gid }: { uid: number; gid: number }): () => void {
  const ownGid = process.getegid?.()
  const ownGroups = process.getgroups?.()
  const isRoot = process.geteuid?.() === 0
  if (!isRoot || uid === 0 || ownGid === undefined || ownGroups === undefined) return () => {}
  const giveBack = () => {
    process.seteuid?.(0)
    process.setegid?.(ownGid)
    process.setgroups?.(ownGroups)
  }
  try {
    process.setgroups?.([])
    process.setegid?.(gid)
    process.seteuid?.(uid)
  } catch (cause) {
    if (process.geteuid?.() !== 0 || process.getegid?.() !== ownGid) giveBack()
    throw new Error(
      `Cannot act as user ${uid}, who owns the files: run this as that user, or let root change its user.`,
      { cause },
    )
  }
  return giveBack
}

/** Does what only root may, at once, while root acts as somebody else; for others it changes nothing. */
export function asRoot<Answer>(work: () => Answer): Answer {
  const uid = process.geteuid?.()
  if (process.getuid?.() !== 0 || uid === undefined || uid === 0) return work()
  process.seteuid?.(0)
  try {
    return work()
  } finally {
    process.seteuid?.(uid)
  }
}
