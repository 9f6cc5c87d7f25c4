import type { ArgSpec, Tool } from '../tools/tool.ts'

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

function kindOf({ type, required, choices, minimum, maximum, maxItems, default: fallback }: ArgSpec): string {
  return [
    choices ? choices.join('|') : type,
    ...(minimum !== undefined || maximum !== undefined ? [`${minimum ?? ''}–${maximum ?? ''}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(required ? ['required'] : []),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ].join(', ')
}

/** The fewest arguments a call needs. */
function exampleOf(args: readonly ArgSpec[]): { [name: string]: unknown } {
  return Object.fromEntries(args.filter(({ required }) => required).map(arg => [arg.name, exampleValue(arg)]))
}

function exampleValue({ type, choices, minimum }: ArgSpec): unknown {
  if (choices) return choices[0]
  if (type === 'string') return 'Story/Scenes/SCN-01.md'
  if (type === 'string[]') return ['Story/Scenes/SCN-01.md']
  return type === 'integer' ? (minimum ?? 1) : true
}
