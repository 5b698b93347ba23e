import { stat } from 'node:fs/promises'
import { readUsers } from '../../read-users.ts'
import type { DataFolder } from './data-folder.ts'
import { ignoreMissing } from './ignore-missing.ts'
import { type Account, currentAccount } from './run-as.ts'

/**
 * The user that the server runs as. PostgreSQL refuses to run as root, so root hands it to the
 * owner of the files, if that is somebody else, so that a folder keeps its user whatever gets
 * installed later; a new folder of root's goes to a user made for such things.
 */
export async function chooseAccount(folder: DataFolder): Promise<Account> {
  const self = currentAccount()
  if (self.uid !== 0) return self
  const owner = (await stat(folder.cluster).catch(ignoreMissing)) ?? (await stat(folder.path))
  const users = await readUsers()
  // initdb looks its user up by number and fails where the number has no name.
  const user =
    users.find(({ uid }) => owner.uid !== 0 && uid === owner.uid) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd has neither "postgres" nor "nobody": add one, or start Footnote as an ordinary user.',
    )
  }
  return { uid: user.uid, gid: user.gid }
}
