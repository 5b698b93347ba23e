import { buildPackages } from './src/build-packages.ts'

if (await buildPackages()) process.stdout.write('The packages are built.\n')
