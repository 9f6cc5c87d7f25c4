import type { ToolArgument } from '../tools/arguments.ts'
import type { Tool } from '../tools/tool.ts'
import { isGoodExample, type PromptEntry, type PromptField, promptFields, runtimeId } from './prompt-entry.ts'

const promptLayers = ['bundled', 'user', 'project'] as const
type PromptLayer = (typeof promptLayers)[number]

export interface MergedPrompt extends Record<PromptField, string> {
  id: string
  createdAt: string | null
  updatedAt: string | null
  /** Which layer each text is from. */
  provenance: { [field in PromptField]?: PromptLayer }
  warnings: string[]
  /** It is in the catalog. */
  executable: boolean
}

export interface MergedPrompts {
  prompts: MergedPrompt[]
  /** Of the registry as a whole, and of entries that were refused. */
  warnings: string[]
  /** The tools with the wording that counts; undefined while one of them has none. */
  tools: readonly Tool[] | undefined
}

const largestCatalog = 12_000

/** Later layers win, field by field; what the program itself relies on stays as it was shipped. */
export function mergePrompts(
  layers: { [layer in PromptLayer]: readonly PromptEntry[] },
  tools: readonly Tool[],
): MergedPrompts {
  const refused: string[] = []
  const ids = new Set(promptLayers.flatMap(layer => layers[layer].map(({ id }) => id)))
  const prompts = [...ids].flatMap(id => {
    const core = tools.find(tool => tool.id === id.replaceAll('-', '_'))
    const entries = promptLayers.flatMap(layer =>
      layers[layer]
        .filter(entry => entry.id === id)
        .filter(entry => {
          const good = (core && layer !== 'bundled') || hasGoodExample(entry, core)
          if (!good) refused.push(`bad_example:${id}`)
          return good
        })
        .map(entry => ({ layer, entry })),
    )
    return entries.length > 0 ? [mergeEntries(id, entries, core, tools)] : []
  })
  const worded = tools.flatMap(tool => {
    const entry = prompts.find(({ id, executable }) => executable && id === tool.id.replaceAll('_', '-'))
    return entry ? [wordedTool(tool, entry)] : []
  })
  const complete = worded.length === tools.length
  return {
    prompts,
    tools: complete ? worded : undefined,
    warnings: [
      ...refused,
      ...(complete ? [] : ['registry_incomplete']),
      ...(Buffer.byteLength(catalog(worded)) > largestCatalog ? ['catalog_large'] : []),
    ],
  }
}

function hasGoodExample(entry: PromptEntry, tool: Tool | undefined): boolean {
  return entry.example === undefined || isGoodExample(entry.example, runtimeId(entry), tool)
}

/** These fields of a core tool cannot be changed. */
const locked = ['id', 'tool_id', 'example', 'args']

function mergeEntries(
  id: string,
  entries: readonly { layer: PromptLayer; entry: PromptEntry }[],
  core: Tool | undefined,
  tools: readonly Tool[],
): MergedPrompt {
  const texts: { [field in PromptField]?: string } = {}
  const provenance: MergedPrompt['provenance'] = {}
  const warnings = new Set<string>()
  for (const { layer, entry } of entries) {
    const later = core !== undefined && layer !== 'bundled'
    for (const field of later ? [...promptFields, 'args' as const] : promptFields) {
      const text = entry[field]
      if (text === undefined || (field === 'tool_id' && text === core?.id)) continue
      if (later && locked.includes(field)) warnings.add(`core_locked:${field}`)
      else if (later) warnings.add(`core_override:${field}`)
      if ((later && locked.includes(field)) || field === 'args') continue
      texts[field] = String(text)
      provenance[field] = layer
    }
  }
  const tool_id = core?.id ?? runtimeId({ id, tool_id: texts.tool_id })
  if (!core) warnings.add(tools.some(tool => tool.id === tool_id) ? 'core_locked:tool_id' : 'no_executor')
  return {
    id,
    ...blank,
    ...texts,
    tool_id,
    createdAt: entries.find(({ entry }) => entry.createdAt)?.entry.createdAt ?? null,
    updatedAt: entries.findLast(({ entry }) => entry.updatedAt)?.entry.updatedAt ?? null,
    provenance,
    warnings: [...warnings],
    executable: core !== undefined && texts.prompt !== undefined && texts.example !== undefined,
  }
}

const blank: Omit<Record<PromptField, string>, 'tool_id'> = {
  name: '',
  archetype: '',
  scope: '',
  usageNotes: '',
  goals: '',
  guardrails: '',
  prompt: '',
  example: '',
}

function wordedTool(tool: Tool, { prompt, usageNotes, guardrails, example }: MergedPrompt): Tool {
  const whenToUse = [usageNotes, guardrails].filter(text => text.trim() !== '').join(' ')
  return { ...tool, purpose: prompt, whenToUse, example }
}

/** What each tool is for and how it is called, in the order of its id. */
export function catalog(tools: readonly Tool[]): string {
  const sorted = [...tools].sort((a, b) => (a.id < b.id ? -1 : 1))
  return ['Tools', ...sorted.map(catalogEntry)].join('\n\n')
}

function catalogEntry({ id, purpose, whenToUse, args, example }: Tool): string {
  return [
    `${id}: ${purpose}`,
    whenToUse,
    ...args.map(arg => `- ${arg.name} (${kindOf(arg)}): ${arg.summary}`),
    example ?? JSON.stringify({ tool: id, args: exampleOf(args), nonce: '<TOOL_NONCE>' }),
  ].join('\n')
}

function kindOf({ required, schema, default: fallback }: ToolArgument): string {
  const { type, enum: choices, minimum, maximum, maxItems } = schema
  return [
    choices?.join('|') ?? (type === 'array' ? 'string[]' : type),
    ...(minimum !== undefined || maximum !== undefined ? [`${minimum ?? ''}–${maximum ?? ''}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(required ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ].join(', ')
}

/** The fewest arguments a call needs. */
function exampleOf(args: readonly ToolArgument[]): { [name: string]: unknown } {
  return Object.fromEntries(args.filter(({ required }) => required).map(arg => [arg.name, exampleValue(arg.schema)]))
}

function exampleValue({ type, enum: choices, minimum = 1 }: ToolArgument['schema']): unknown {
  if (choices) return choices[0]
  if (type === 'string') return 'Story/Scenes/SCN-01.md'
  if (type === 'array') return ['Story/Scenes/SCN-01.md']
  return type === 'integer' ? minimum : true
}
