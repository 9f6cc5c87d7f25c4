import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { orAbort } from '../../jobs/jobs.ts'
import { ModelFault } from '../../models/chat.ts'
import { modelFaultCodes } from '../../models/fault-words.ts'
import type { SchemaProfile } from '../protocol/response-schema.ts'
import type { AgentModel, Completion, CompletionRequest } from './agent-model.ts'

/** A model for tests: it gives the replies of a script, and keeps the requests it got. */
export interface ScriptedModel extends AgentModel {
  /** Every step it was asked for, in order. */
  requests: CompletionRequest[]
}

/** Only where the environment asks for test doubles; otherwise they cannot be chosen. */
export function allowsScriptedModels(env: { [name: string]: string | undefined }): boolean {
  return env.DAYBOOK_TEST_PROVIDERS === '1'
}

/**
 * The models of a whole program under test: `DAYBOOK_TEST_SCRIPT` names a JSON file with the replies by agent id. Each
 * agent has its own place in its script for as long as the process lives.
 */
export function scriptedModels(env: {
  [name: string]: string | undefined
}): ((agent: { id: string }) => AgentModel) | undefined {
  if (!allowsScriptedModels(env)) return undefined
  const models = new Map<string, ScriptedModel>()
  return ({ id }) => {
    const script = env.DAYBOOK_TEST_SCRIPT
      ? Script.parse(JSON.parse(readFileSync(env.DAYBOOK_TEST_SCRIPT, 'utf8')))
      : {}
    const model = models.get(id) ?? scriptedModel(script[id] ?? [])
    models.set(id, model)
    return model
  }
}

const Script = z.record(z.string(), z.array(z.string()))

export function scriptedModel(
  replies: readonly string[],
  { profile = null, model = 'script' }: { profile?: SchemaProfile | null; model?: string } = {},
): ScriptedModel {
  const asked: CompletionRequest[] = []
  const nonces: string[] = []
  return {
    provider: 'scripted',
    model,
    profile,
    requests: asked,
    async complete(step) {
      const written = replies[asked.length]
      asked.push(step)
      const shown = step.messages.at(-1)?.content ?? ''
      const nonce = /^TOOL_NONCE: ([0-9a-f]+)$/m.exec(shown)?.[1]
      if (nonce !== undefined) nonces.push(nonce)
      if (written === undefined) throw new ModelFault('provider_empty')
      return {
        text: await runCommands(fillPlaceholders(written, shown, nonces), step),
        usage: null,
      } satisfies Completion
    },
  }
}

/** What only the running turn knows is put in where the script leaves room for it. */
function fillPlaceholders(written: string, shown: string, nonces: readonly string[]): string {
  const receipts = [...new Set(Array.from(shown.matchAll(/^receipt_id: (rcpt_[0-9a-f]{12})$/gm), ([, id = '']) => id))]
  return written
    .replaceAll('{{nonce}}', nonces.at(-1) ?? '')
    .replaceAll('{{nonce:prev}}', nonces.at(-2) ?? '')
    .replaceAll('{{receipt:last}}', receipts.at(-1) ?? '')
    .replace(/\{\{receipt:(\d+)\}\}/g, (_, n: string) => receipts[Number(n) - 1] ?? '')
}

async function runCommands(text: string, { signal }: CompletionRequest): Promise<string> {
  const pause = /\{\{sleep:(\d+)\}\}/.exec(text)
  if (pause) await sleep(Number(pause[1]), undefined, { signal })
  const failing = /\{\{fail:([a-z_]+)\}\}/.exec(text)?.[1]
  const code = modelFaultCodes.find(each => each === failing)
  if (code) throw new ModelFault(code)
  if (text.includes('{{hang}}')) await orAbort(new Promise(() => {}), signal)
  return text.replace(/\{\{sleep:\d+\}\}/g, '')
}
