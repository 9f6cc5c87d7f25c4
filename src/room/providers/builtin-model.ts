import { canonical } from '../../receipts/canonical.ts'
import { builtinProvider } from '../agents/endpoints.ts'
import { respond } from '../responder/respond.ts'
import type { Tool } from '../tools/tool.ts'
import type { AgentModel, CompletionRequest } from './agent-model.ts'

export const builtinModel = 'extractive'

/** The responder that needs no model: it can say only what tools have found, and says so when that is not enough. */
export function builtinAgentModel(tools: () => Promise<readonly Tool[]>): AgentModel {
  return {
    provider: builtinProvider,
    model: builtinModel,
    profile: null,
    async complete(step) {
      step.signal.throwIfAborted()
      return { text: await textOf(step, tools), usage: null }
    },
  }
}

async function textOf(
  { turn, builtinObject }: CompletionRequest,
  tools: () => Promise<readonly Tool[]>,
): Promise<string> {
  if (turn && (turn.step !== 'final' || !builtinObject)) return respond(turn, await tools())
  const object = await builtinObject?.()
  return object ? canonical(object) : beyondIt
}

const beyondIt = [
  'STOP_HOOK: scope-exceeded',
  'This agent has no model. Give it one in the settings, or ask about the texts of the workspace.',
].join('\n')
