import { chmod, lchown, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { shortHash } from './choose-home.ts'
import { type Account, currentAccount } from './run-as.ts'

// The shortest of the kernels' limits on the path of a socket: macOS. Linux allows four more.
const MAX_PATH_BYTES = 103

export const SERVER_PORT = 5432

export function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${SERVER_PORT}`)
}

/** Returns the folder of the server's socket, the same in every process. */
export function socketFolderOf(home: string): string {
  const folder = join(home, 'socket')
  if (Buffer.byteLength(socketIn(folder)) <= MAX_PATH_BYTES) return folder
  return `/tmp/footnote-${shortHash(home)}`
}

/**
 * Creates the folder that guards the socket. Under root, the engine runs as another user and enters
 * through the folder's group. Nobody else can reach the server, and they would still need its password.
 */
export async function prepareSocketFolder({
  superuser: { host: folder },
  account,
  engineAccount,
}: {
  superuser: { host: string }
  account: Account
  engineAccount: Account | undefined
}): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Anybody may create things in /tmp: a folder that somebody else put there is not used.
  const found = await lstat(folder)
  if (!found.isDirectory() || ![account.uid, currentAccount().uid].includes(found.uid)) {
    throw new Error(
      `${folder} belongs to somebody else, and the database's socket goes there: remove it.`,
    )
  }
  await lchown(folder, account.uid, engineAccount?.gid ?? account.gid)
  await chmod(folder, engineAccount ? 0o710 : 0o700)
}
