import { join } from 'node:path'
import { buildPage } from './build-page.ts'

const root = import.meta.dirname
const own = ['build-page.ts', 'index.html', 'package.json', 'public', 'src', 'vite.config.ts']
const shared = ['../contract/src', '../package-lock.json']

const isNew = await buildPage({ root, sources: [...own, ...shared].map(name => join(root, name)) })
if (isNew) process.stdout.write('The website is built.\n')
