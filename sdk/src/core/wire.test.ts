import { fileURLToPath } from 'node:url'
import type * as requests from '@footnote/contract/requests'
import type * as responses from '@footnote/contract/responses'
import type { Static } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import { wireText } from '../../wire-text.ts'
import type * as wire from './wire.ts'

/** TypeBox has no type for any object. */
type AnyContent = string | object
/** The request after a JSON round trip. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? Item[]
  : Value extends object
    ? { [Name in keyof Value]: Sent<Exclude<Value[Name], undefined>> }
    : Value

/** The request with the codes that the service accepts, which are plain text in the contract's types. */
type Coded<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? {
        [Name in keyof Value]: Name extends 'country'
          ? wire.CountryCode
          : Name extends 'language'
            ? wire.LanguageCode
            : Coded<Value[Name]>
      }
    : Value

it('is generated from the current contract', async () => {
  await expect(wireText()).toMatchFileSnapshot(fileURLToPath(new URL('wire.ts', import.meta.url)))
})

it('has types that match the schemas of the contract, both ways', () => {
  expectTypeOf<Sent<wire.AnswerRequest>>().toExtend<requests.AnswerRequest>()
  expectTypeOf<Coded<requests.AnswerRequest>>().toExtend<wire.AnswerRequest>()
  expectTypeOf<Sent<wire.ResearchRequest>>().toExtend<requests.ResearchRequest>()
  expectTypeOf<Coded<requests.ResearchRequest>>().toExtend<wire.ResearchRequest>()
  expectTypeOf<Sent<wire.FinanceRequest>>().toExtend<requests.FinanceRequest>()
  expectTypeOf<requests.FinanceRequest>().toExtend<wire.FinanceRequest>()
  expectTypeOf<wire.AnswerResponse>().toExtend<responses.AnswerResponse>()
  expectTypeOf<responses.AnswerResponse>().toExtend<wire.AnswerResponse>()
  expectTypeOf<wire.ResearchResponse<AnyContent>>().toExtend<responses.ResearchResponse>()
  expectTypeOf<responses.ResearchResponse>().toExtend<wire.ResearchResponse<AnyContent>>()
  expectTypeOf<wire.SubmissionResponse>().toExtend<responses.SubmissionResponse>()
  expectTypeOf<responses.SubmissionResponse>().toExtend<wire.SubmissionResponse>()
  expectTypeOf<wire.TaskResponse>().toExtend<responses.TaskResponse>()
  expectTypeOf<responses.TaskResponse>().toExtend<wire.TaskResponse<AnyContent>>()
  expectTypeOf<wire.UsageResponse>().toExtend<responses.UsageResponse>()
  expectTypeOf<responses.UsageResponse>().toExtend<wire.UsageResponse>()
  expectTypeOf<wire.WalletResponse>().toExtend<Static<typeof responses.WalletResponse>>()
  expectTypeOf<Static<typeof responses.WalletResponse>>().toExtend<wire.WalletResponse>()
  expectTypeOf<wire.ErrorBody>().toExtend<responses.ErrorResponse>()
  expectTypeOf<responses.ErrorResponse>().toExtend<wire.ErrorBody>()
})

it('accepts the codes of the contract in upper or lower case, and no others', () => {
  expectTypeOf<'DE' | 'de'>().toExtend<wire.CountryCode>()
  expectTypeOf<'PT-BR' | 'pt-br'>().toExtend<wire.LanguageCode>()
  expectTypeOf<'XX'>().not.toExtend<wire.CountryCode>()
  expectTypeOf<string>().not.toExtend<wire.LanguageCode>()
})

it('accepts readonly lists, and undefined for optional fields', () => {
  interface Question {
    readonly query: string
    readonly include_domains: readonly string[]
    readonly freshness: undefined
  }
  expectTypeOf<Question>().toExtend<wire.AnswerRequest>()
})
