import { Footnote } from '@footnote/sdk'
import { footnoteTools } from '@footnote/sdk/ai-sdk'
import { isStepCount, type LanguageModel, ToolLoopAgent } from 'ai'

const INSTRUCTIONS = `Answer from sources, and number them as the tools do.
Use answer for a fact and research for a report. If a tool returns a task_id, call wait_for_task.
After an error with money "unknown", check usage before you repeat the call.`

/** Runs an agent that answers from sources, with any model of the AI SDK. */
export async function askAgent(model: LanguageModel, question: string): Promise<string> {
  // The key and the address come from FOOTNOTE_API_KEY and FOOTNOTE_BASE_URL.
  const { answer, research, wait_for_task, usage } = footnoteTools(new Footnote())
  const agent = new ToolLoopAgent({
    model,
    instructions: INSTRUCTIONS,
    tools: { answer, research, wait_for_task, usage },
    stopWhen: isStepCount(10),
  })
  const { text } = await agent.generate({ prompt: question })
  return text
}
