import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Installs the packages of this folder, or of the one named, unless that was done for the same lock. It is
// JavaScript, since it also runs on the machine's own Node, before npm has installed the project's.
const folder = resolve(process.argv[2] ?? import.meta.dirname)
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
/** Which lock was installed as a whole. */
const mark = join(folder, 'node_modules/.installed-lock.json')

if (read(mark) !== lock) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' })
  writeFileSync(mark, lock)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
