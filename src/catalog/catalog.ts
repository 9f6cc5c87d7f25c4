import type { Audience, Effect } from '../kernel/operation.ts'
import type { ResourceEntry } from '../kernel/resource.ts'

/** A JSON Schema, read as plain data. */
export type JsonSchema = { [keyword: string]: unknown }

/** What is known of an operation without loading its code. */
export interface OperationEntry {
  name: string
  toolset: string
  audience: Audience
  title: string
  summary: string
  effect: Effect
  repeatable: boolean
  /** How much of its schemas tools/list shows. */
  schemaDetail: 'full' | 'brief'
  /** What its results are like for a chat: an object, one that may itself be a refusal, or a text. */
  answers: 'object' | 'refusable' | 'text'
  input: JsonSchema
  /** Arguments that chats do not see, because only a person may give them. */
  personOnly?: readonly string[]
}

/** A prompt as prompts/list has it, with the toolset it belongs to. */
export interface PromptEntry {
  toolset: string
  name: string
  title: string
  description: string
  arguments: { name: string; description?: string; required: boolean }[]
}

/** A choice across toolsets, offered under a name of its own. */
export interface Profile {
  name: string
  instructions: string
  /** Where they come from; programs and people are served these whole. */
  toolsets: readonly string[]
  operations: readonly string[]
  /** Arguments that its list does not show; they are accepted all the same. */
  unlisted?: readonly string[]
  prompts: readonly string[]
}

/** The names under which a client may ask for operations. */
export interface Choices {
  toolsets: readonly { name: string; instructions: string }[]
  profiles: readonly Profile[]
}

/** Everything that is announced, as plain data: a chat client waits for it with every start. */
export interface Catalog extends Choices {
  operations: readonly OperationEntry[]
  prompts: readonly PromptEntry[]
  resources: readonly ResourceEntry[]
  /** The operations whose calls a client may follow as tasks. */
  tasks: readonly string[]
}

/** The catalog of a whole program: it also says which module declares an operation. */
export interface ProgramCatalog extends Catalog {
  modules: { readonly [operation: string]: string }
}

/** What of everything there is a client sees that was given these toolsets and profiles. */
export function offeredIn({ toolsets, profiles }: Choices, chosen: readonly string[]) {
  const named = profiles.filter(({ name }) => chosen.includes(name))
  return {
    toolsets: [...chosen, ...named.flatMap(each => each.toolsets)],
    operation: ({ name, toolset, audience }: Pick<OperationEntry, 'name' | 'toolset' | 'audience'>) =>
      (audience === 'agents' && chosen.includes(toolset)) || named.some(({ operations }) => operations.includes(name)),
    unlisted: ({ name, toolset }: Pick<OperationEntry, 'name' | 'toolset'>) =>
      chosen.includes(toolset)
        ? []
        : named.flatMap(({ operations, unlisted = [] }) => (operations.includes(name) ? unlisted : [])),
    prompt: ({ name, toolset }: { name: string; toolset: string }) =>
      chosen.includes(toolset) || named.some(({ prompts }) => prompts.includes(name)),
    instructions: [...named, ...toolsets.filter(({ name }) => chosen.includes(name))].map(each => each.instructions),
  }
}
