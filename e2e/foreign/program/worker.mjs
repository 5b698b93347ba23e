import * as sdk from '@footnote/sdk'
import { useSdk } from './use-sdk.mjs'

export default {
  async fetch(_request, { apiKey, baseUrl }) {
    return Response.json(await useSdk(sdk, { apiKey, baseUrl }))
  },
}
