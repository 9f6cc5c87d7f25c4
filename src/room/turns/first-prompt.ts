import type { Registry } from '../agents/registry.ts'
import type { Issue } from '../issues/schema.ts'
import { jsonPrompt, type Prompt, phase1Prompt, phase2Prompt, stepPrompt, toolsPrompt } from '../prompts/assemble.ts'
import { type BufferedResult, fairShares } from '../prompts/injection.ts'
import { truncationMarker } from '../protocol/injected-output.ts'
import { cutTo } from '../text/cut.ts'
import { renderOutput } from '../tools/render.ts'
import type { Tool } from '../tools/tool.ts'
import type { ToolOutcome, TurnSpec } from './turn.ts'

export interface PromptParts {
  registry: Pick<Registry, 'roleSettings'>
  issues: readonly Issue[]
  /** Those of this turn, as the catalog tells of them. */
  tools: readonly Tool[]
  border: () => string
}

/** What a turn begins with, without the block on calling tools. A raw turn is its message and nothing else. */
export function firstPrompt(spec: TurnSpec, { registry, issues, tools, border }: PromptParts): Prompt {
  const { agent, message, kind } = spec
  if (kind === 'raw') return { system: '', user: message }
  if (kind === 'phase1') return phase1Prompt({ message, tools })
  if (kind === 'phase2')
    return phase2Prompt({ agent, registry, message, results: toBufferedResults(spec.results), border })
  if (kind === 'step') {
    const { frame = '', materials = [] } = spec
    return stepPrompt({ agent, registry, message, frame, materials, results: toBufferedResults(spec.results), border })
  }
  const outputSchema = spec.answer?.schema
  if (kind === 'json' && spec.bare) return jsonPrompt(message, outputSchema ?? {})
  return toolsPrompt({
    agent,
    registry,
    message,
    issues,
    tools: kind === 'json' ? [] : tools,
    ...(spec.memory !== undefined && { memory: spec.memory }),
    ...(outputSchema && { outputSchema }),
    skipToolCatalog: spec.skipToolCatalog ?? false,
    skipGrounding: spec.skipGrounding ?? false,
    border,
  })
}

const maxResultBytes = { each: 12_000, together: 48_000 }

/** The results of a round or a run as lines, each within its share of the bytes. */
function toBufferedResults(results: readonly ToolOutcome[] = []): BufferedResult[] {
  const rendered = results.map(({ text }) => renderOutput(text))
  const shares = fairShares(
    rendered.map(text => Buffer.byteLength(text)),
    maxResultBytes.each,
    maxResultBytes.together,
  )
  return results.map(({ receiptId, toolId, ok, errorCode, text }, index) => ({
    receiptId,
    toolId,
    ok,
    ...(errorCode !== undefined && { errorCode }),
    text: truncateTo(rendered[index] ?? '', text, shares[index] ?? 0),
  }))
}

/** The marker names the whole output, which the receipt's blob holds. */
function truncateTo(rendered: string, output: string, bytes: number): string {
  if (Buffer.byteLength(rendered) <= bytes) return rendered
  const ending = `\n${truncationMarker(output)}`
  return `${cutTo(rendered, Math.max(0, bytes - Buffer.byteLength(ending)))}${ending}`
}
