import type { Command } from 'commander'
import { removeCredentials } from '../credentials/write-credentials.ts'
import { CallerError } from '../errors/caller-error.ts'
import { withSession } from './with-session.ts'

export function addLogoutCommand(program: Command): void {
  program
    .command('logout')
    .summary('Remove the stored API key')
    .description('Removes the stored API key from this machine; the key itself stays valid.')
    .action(logout)
}

async function logout(): Promise<void> {
  await withSession({}, async ({ env, say }) => {
    const wasThere = await removeCredentials(env).catch((error: unknown) => {
      throw new CallerError('USAGE', 'the key could not be removed', { cause: error })
    })
    say(wasThere ? 'The key is removed. It stays valid until it is revoked.' : 'No key was stored.')
  })
}
