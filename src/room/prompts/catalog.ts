import type { ToolArgument } from '../tools/arguments.ts'
import type { Tool } from '../tools/tool.ts'

/** What each tool is for and how it is called, in the order of its id. */
export function catalog(tools: readonly Tool[]): string {
  const sorted = [...tools].sort((a, b) => (a.id < b.id ? -1 : 1))
  return ['Tools', ...sorted.map(entry)].join('\n\n')
}

function entry({ id, purpose, whenToUse, args, example }: Tool): string {
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
