import * as sdk from '@footnote/sdk'
import { useSdk } from './use-sdk.mjs'

// The key and the address come from the environment, as the SDK looks for them.
process.stdout.write(JSON.stringify(await useSdk(sdk)))
