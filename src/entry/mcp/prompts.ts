import type { Prompt as AnnouncedPrompt } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { titleOf } from '../../kernel/operation.ts'
import type { Prompt } from '../../kernel/prompt.ts'

/** How a prompt is announced in prompts/list. */
export function announced<Ctx>({ name, summary, arguments: shape }: Prompt<Ctx>): AnnouncedPrompt {
  return {
    name,
    title: titleOf(name),
    description: summary,
    arguments: Object.entries(shape.shape).map(([argument, schema]) => {
      const { description } = (schema instanceof z.ZodType ? z.globalRegistry.get(schema) : undefined) ?? {}
      return {
        name: argument,
        ...(description && { description }),
        required: !(schema instanceof z.ZodOptional),
      }
    }),
  }
}
