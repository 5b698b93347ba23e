// Asks the service through clients made for OpenAI, none of them changed, and prints what each got.
import { createOpenAI } from '@ai-sdk/openai'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, jsonSchema, Output, streamText } from 'ai'
import OpenAI from 'openai'

const [baseURL, apiKey] = process.argv.slice(2)
const question = 'What is the capital of Bolivia?'
const schema = {
  type: 'object',
  properties: { a: { type: 'integer' } },
  required: ['a'],
  additionalProperties: false,
}
const messages = [{ role: 'user', content: question }]

const openai = new OpenAI({ baseURL, apiKey })
const langchain = model => new ChatOpenAI({ model, apiKey, configuration: { baseURL } })
const vercel = createOpenAI({ baseURL, apiKey })

const asks = {
  'openai: models': async () => (await openai.models.list()).data.map(({ id }) => id),
  'openai: chat': async () => {
    const { choices } = await openai.chat.completions.create({ model: 'answer', messages })
    const { content, annotations } = choices[0].message
    return { text: content, url: annotations[0].url_citation.url }
  },
  'openai: chat stream': async () => {
    const stream = await openai.chat.completions.create({ model: 'answer', messages, stream: true })
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    return text
  },
  'openai: responses': async () => {
    const reply = await openai.responses.create({ model: 'finance-deep', input: question })
    return { text: reply.output_text, url: reply.output[0].content[0].annotations[0].url }
  },
  'openai: responses stream': async () => {
    const stream = openai.responses.stream({ model: 'research-lite', input: question })
    return (await stream.finalResponse()).output_text
  },
  'openai: json schema': async () => {
    const { choices } = await openai.chat.completions.create({
      model: 'research-standard',
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
    })
    return JSON.parse(choices[0].message.content)
  },
  'openai: task': async () => {
    const { choices } = await openai.chat.completions.create({ model: 'research-deep', messages })
    return choices[0].message.content
  },
  'openai: error': async () => {
    const error = await openai.chat.completions.create({ model: 'gpt', messages }).catch(e => e)
    return { name: error.constructor.name, status: error.status, code: error.code }
  },
  'langchain: chat': async () => (await langchain('answer').invoke(question)).text,
  'langchain: stream': async () => {
    let text = ''
    for await (const chunk of await langchain('research-lite').stream(question)) text += chunk.text
    return text
  },
  'langchain: json schema': () =>
    langchain('research-standard')
      .withStructuredOutput(schema, { name: 'a', method: 'jsonSchema', strict: true })
      .invoke(question),
  'vercel: text': async () => {
    const { text, sources } = await generateText({ model: vercel('answer'), prompt: question })
    return { text, url: sources[0].url }
  },
  'vercel: chat': async () => {
    const { text } = await generateText({ model: vercel.chat('research-lite'), prompt: question })
    return text
  },
  'vercel: stream': async () => streamText({ model: vercel('answer'), prompt: question }).text,
  'vercel: json schema': async () => {
    const { output } = await generateText({
      model: vercel('research-standard'),
      prompt: question,
      output: Output.object({ schema: jsonSchema(schema) }),
    })
    return output
  },
}

const results = {}
for (const [name, ask] of Object.entries(asks)) {
  results[name] = await ask().catch(error => ({ failed: String(error) }))
}
process.stdout.write(JSON.stringify(results))
