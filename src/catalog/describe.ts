import { z } from 'zod'
import { type Operation, titleOf } from '../kernel/operation.ts'
import type { Prompt } from '../kernel/prompt.ts'
import type { ResourceEntry } from '../kernel/resource.ts'
import type { TaskKind } from '../kernel/task.ts'
import { operationModules, operations } from '../operations.ts'
import { prompts } from '../prompts.ts'
import { resources } from '../resources.ts'
import { tasks } from '../tasks.ts'
import { choices } from '../toolsets.ts'
import type { Catalog, OperationEntry, ProgramCatalog, PromptEntry } from './catalog.ts'

/** The catalog of some operations, prompts and resources, read from their declarations. */
export function describeCatalog<Ctx>(
  operations: readonly Operation<Ctx>[],
  prompts: readonly Prompt<Ctx>[],
  resources: readonly ResourceEntry[],
  tasks: readonly TaskKind[],
): Catalog {
  return {
    toolsets: choices.toolsets.map(({ name, instructions }) => ({ name, instructions })),
    profiles: choices.profiles,
    operations: operations.map(describeOperation),
    prompts: prompts.map(describePrompt),
    resources: resources.map(({ name, toolset, title, description, mimeType, uriTemplate }) => ({
      name,
      toolset,
      title,
      description,
      mimeType,
      uriTemplate,
    })),
    tasks: tasks.map(({ begins }) => begins),
  }
}

export function describeOperation<Ctx>(operation: Operation<Ctx>): OperationEntry {
  const { name, toolset, audience, title = titleOf(name), summary, effect, repeatable, schemaDetail } = operation
  const { $schema: _, ...input } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const answers = operation.textOnly ? 'text' : operation.refusal ? 'refusable' : 'object'
  const personOnly = operation.questions?.personOnly
  return {
    name,
    toolset,
    audience,
    title,
    summary,
    effect,
    repeatable,
    schemaDetail,
    answers,
    input,
    ...(personOnly && { personOnly }),
  }
}

function describePrompt<Ctx>({ name, toolset, summary, arguments: shape }: Prompt<Ctx>): PromptEntry {
  return {
    toolset,
    name,
    title: titleOf(name),
    description: summary,
    arguments: Object.entries(shape.shape).map(([argument, schema]) => {
      const { description } = (schema instanceof z.ZodType ? z.globalRegistry.get(schema) : undefined) ?? {}
      return { name: argument, ...(description && { description }), required: !(schema instanceof z.ZodOptional) }
    }),
  }
}

/** The catalog of everything this program declares. */
export function programCatalog(): ProgramCatalog {
  return { ...describeCatalog(operations, prompts, resources, tasks), modules: operationModules }
}
