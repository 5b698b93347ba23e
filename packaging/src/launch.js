#!/usr/bin/env node
// Plain JavaScript that imports nothing at once: a Node that is too old must get as far as saying so.
const OLDEST_MAJOR = 20

if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  void import('./main.js')
} else {
  process.stderr.write(
    `footnote needs Node ${OLDEST_MAJOR} or newer; this is ${process.version}.\n`,
  )
  process.exitCode = 1
}
