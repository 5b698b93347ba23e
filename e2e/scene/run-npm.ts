import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs npm in a folder of its own, as on a machine that has nothing and reaches this service alone. */
export async function runNpm(
  folder: string,
  { args, serviceUrl }: { args: readonly string[]; serviceUrl: string },
): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_cache: join(folder, '.npm'),
      // There is no registry at the service, so that a package that needs one fails.
      npm_config_registry: serviceUrl,
      npm_config_fetch_retries: '0',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
  })
  return stdout
}
