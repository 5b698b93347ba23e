import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Container = { readonly imageId: string } | { readonly notBuilt: string }

/** Builds the image of the service, or says why it could not. A build that fails throws. */
export function buildContainer(root: string, version: string): Container {
  if (!existsSync(join(root, 'Dockerfile'))) return { notBuilt: 'there is no Dockerfile' }
  if (spawnSync('docker', ['version']).status !== 0) {
    return { notBuilt: 'Docker is not installed or not running' }
  }
  const tag = `footnote:${version}`
  execFileSync('docker', ['build', '--tag', tag, '.'], { cwd: root, stdio: 'inherit' })
  const args = ['image', 'inspect', '--format', '{{.Id}}', tag]
  return { imageId: execFileSync('docker', args, { encoding: 'utf8' }).trim() }
}
