import { join } from 'node:path'
import { buildPage } from './build-page.ts'

// Whoever starts it: under a runner of tests the page would else be built for development.
process.env['NODE_ENV'] = 'production'

const root = import.meta.dirname
const own = ['build-page.ts', 'index.html', 'package.json', 'public', 'src', 'vite.config.ts']
const shared = ['../contract/src', '../package-lock.json', '../packaging/src/build-folder.ts']

const isNew = await buildPage({ root, sources: [...own, ...shared].map(name => join(root, name)) })
if (isNew) process.stdout.write('The website is built.\n')
