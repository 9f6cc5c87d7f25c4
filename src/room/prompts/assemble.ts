import { charterOf } from '../agents/charters.ts'
import type { Agent, Registry } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import type { Issue } from '../issues/schema.ts'
import type { Tool } from '../tools/tool.ts'
import { catalog } from './catalog.ts'
import { dataBlock } from './data-block.ts'
import { evidenceReminder, evidenceRules } from './evidence-rules.ts'
import { groundingHeader } from './grounding-header.ts'
import { identity, stopHooks } from './identity.ts'
import { type BufferedResult, injectionBlock } from './injection.ts'
import { type ProtocolStep, protocolBlock } from './protocol-block.ts'

export interface Prompt {
  system: string
  user: string
}

interface Speaker {
  agent: Agent
  registry: Pick<Registry, 'roleSettings'>
}

export interface ToolsPrompt extends Speaker {
  message: string
  issues: readonly Issue[]
  tools: readonly Tool[]
  memory?: string
  skipToolCatalog: boolean
  skipGrounding: boolean
  protocol: ProtocolStep
  /** Of a turn whose answer is one JSON object. */
  outputSchema?: object
}

/** A turn that may call tools. */
export function toolsPrompt(given: ToolsPrompt): Prompt {
  const { agent, registry, message, issues, tools, memory, protocol, outputSchema } = given
  const asksForJson = outputSchema !== undefined
  return {
    system: blocks(
      identity(agent, registry),
      stopHooks,
      asksForJson ? undefined : evidenceRules(agent.role, agent.evidenceSources),
    ),
    user: blocks(
      given.skipGrounding ? undefined : groundingHeader(issues),
      given.skipToolCatalog ? undefined : catalog(tools),
      memory === undefined ? undefined : dataBlock('memory', memory),
      message,
      asksForJson ? schemaBlock(outputSchema) : undefined,
      protocolBlock(protocol),
    ),
  }
}

/** The tool pass of a round: the request, the tools and how to call them, and nothing else. */
export function phase1Prompt({
  message,
  tools,
  protocol,
}: Pick<ToolsPrompt, 'message' | 'tools' | 'protocol'>): Prompt {
  return { system: '', user: blocks(catalog(tools), message, protocolBlock(protocol)) }
}

export interface Phase2Prompt extends Speaker {
  message: string
  results: readonly BufferedResult[]
}

/** The pass in which each takes a stand: a function of agent, role, data and request alone. */
export function phase2Prompt({ agent, registry, message, results }: Phase2Prompt): Prompt {
  const role = roleNamed(agent.role)
  return {
    system: blocks(identity(agent, registry), stopHooks, evidenceRules(agent.role, agent.evidenceSources)),
    user: blocks(
      `${charterOf(role.key).frame} Stay brief.`,
      injectionBlock(role.label, results),
      evidenceReminder,
      message,
    ),
  }
}

/** A turn whose answer is one JSON object and that runs no tool. */
export function jsonPrompt(message: string, outputSchema: object): Prompt {
  return { system: '', user: blocks(message, schemaBlock(outputSchema)) }
}

/** The same question again, with what was wrong with the answer. */
export function retryPrompt(
  user: string,
  reason: { words: string; detail: string; form: string },
  rejected: string,
  mayAbstain: boolean,
): string {
  return blocks(
    user,
    dataBlock('your rejected reply', rejected),
    [
      `Your reply was not accepted: ${reason.words}${reason.detail ? ` (${reason.detail})` : ''}.`,
      `This form would fit: ${reason.form}`,
      ...(mayAbstain ? ['A reply that consists only of the word ABSTAIN is allowed as well.'] : []),
      'Answer the request above again.',
    ].join('\n'),
  )
}

function schemaBlock(schema: object): string {
  return ['Answer with one JSON object only, valid against this schema:', JSON.stringify(schema)].join('\n')
}

function blocks(...texts: (string | undefined)[]): string {
  return texts.filter(text => text !== undefined && text !== '').join('\n\n')
}
