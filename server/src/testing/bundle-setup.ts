import { buildBundle } from './processes/build-bundle.ts'

/** Lets the tests start the command from its bundle, which is built here if the sources have changed. */
export default async function setup(): Promise<void> {
  process.env['FOOTNOTE_TEST_LAUNCHER'] = await buildBundle()
}
