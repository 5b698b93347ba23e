import { statSync } from 'node:fs'

/**
 * Runs synchronous work with the rights of the folder's owner if root runs this process. New files belong to
 * the owner, and a link that the owner planted cannot lead to files that only root may touch. The rights are
 * those of the whole process, so the work must not wait.
 */
export function asOwnerOf<Answer>(folder: string, work: () => Answer): Answer {
  const giveBack = takeRightsOf(statSync(folder))
  try {
    return work()
  } finally {
    giveBack()
  }
}

/** Switches root to that user and returns a function that switches back. Changes nothing for other users. */
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

/** Runs synchronous work as root while root acts as another user. Changes nothing for other users. */
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
