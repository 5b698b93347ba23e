/** What every runtime does with the SDK, which each loads in its own way. */
export async function useSdk({ Footnote, QueryFailedRefundedError }, settings) {
  const footnote = new Footnote(settings)
  const { answer } = await footnote.answer({ query: 'What is the capital of Bolivia?' })
  const { task_id } = await footnote.research({
    input: 'Compare the GDP per capita of Chile and Peru.',
    research_effort: 'deep',
  })
  const { result } = await footnote.tasks.wait(task_id)
  const error = await footnote
    .research({ input: 'Fail.', research_effort: 'lite' })
    .catch(caught => caught)
  return {
    answer,
    report: result.output.content,
    error: {
      isOfItsClass: error instanceof QueryFailedRefundedError,
      code: error.code,
      money: error.money,
      refundedUsd: error.billing.refunded_usd,
    },
  }
}
