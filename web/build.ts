import { join } from 'node:path'
import { buildPage } from './build-page.ts'
import { prerender } from './prerender.ts'

// Always production: a test runner sets `test`, which would give a development build.
process.env['NODE_ENV'] = 'production'

const root = import.meta.dirname
const own = [
  'build-page.ts',
  'index.html',
  'prerender.ts',
  'package.json',
  'public',
  'src',
  'vite.config.ts',
]
const shared = ['../contract/src', '../package-lock.json', '../packaging/src/build-folder.ts']

const isNew = await buildPage({
  root,
  sources: [...own, ...shared].map(name => join(root, name)),
  finish: prerender,
})
if (isNew) process.stdout.write('Built the website.\n')
