const sdk = require('@footnote/sdk')

void import('./use-sdk.mjs').then(async ({ useSdk }) => {
  process.stdout.write(JSON.stringify(await useSdk(sdk)))
})
