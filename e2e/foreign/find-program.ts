import { existsSync } from 'node:fs'
import { join } from 'node:path'

const { platform, arch } = process

/** Path of each program that npm installs for this platform. */
const PLACES = {
  node20: `node-${platform === 'darwin' && arch === 'arm64' ? 'bin-' : ''}${platform}-${arch}/bin/node`,
  bun: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`,
  deno: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`,
  workerd: `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}/bin/workerd`,
} as const

/** Undefined where it was not installed, or is not made for this platform; the run says so. */
export function findProgram(name: keyof typeof PLACES): string | undefined {
  const file = join(import.meta.dirname, 'node_modules', PLACES[name])
  if (existsSync(file)) return file
  process.stderr.write(`\n*** SKIPPED, not passed: ${name} is not here, so nothing ran on it.\n`)
  return undefined
}
