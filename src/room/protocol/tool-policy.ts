import { type ToolId, toolIds } from '../tools/tool.ts'

export interface ToolPolicy {
  /** In the order of the registry. */
  allowedTools?: readonly ToolId[]
  requireTool?: boolean
}

type PolicyProblem =
  | 'not-an-object'
  | 'unknown-key'
  | 'allowed-tools-not-a-list'
  | 'allowed-tools-empty'
  | 'allowed-tools-not-names'
  | 'unknown-tool'
  | 'require-tool-not-boolean'
  | 'no-tool-left'

/** For the details of `invalid_tool_policy`; the names are the caller's own text. */
interface PolicyFault {
  problem: PolicyProblem
  names?: string[]
}

/** What a caller may ask of a turn's tools. */
export function readToolPolicy(given: unknown): { policy: ToolPolicy } | { fault: PolicyFault } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { fault: { problem: 'not-an-object' } }
  const { allowedTools, requireTool, ...rest }: { allowedTools?: unknown; requireTool?: unknown } = given
  const unknown = Object.keys(rest)
  if (unknown.length > 0) return { fault: { problem: 'unknown-key', names: unknown } }
  const allowed = allowedTools === undefined ? { policy: {} } : readAllowed(allowedTools)
  if ('fault' in allowed || requireTool === undefined) return allowed
  if (typeof requireTool !== 'boolean') return { fault: { problem: 'require-tool-not-boolean' } }
  return { policy: { ...allowed.policy, requireTool } }
}

/** The tools of a turn: those of the policy that the agent has. An agent without a list has them all. */
export function toolsOfTurn(
  policy: ToolPolicy,
  agentTools?: readonly { id: string; enabled: boolean }[],
): { tools: ToolId[] } | { fault: PolicyFault } {
  const own = agentTools?.filter(({ enabled }) => enabled).map(({ id }) => toolNamed(id)?.id)
  const tools = toolIds.filter(id => (policy.allowedTools?.includes(id) ?? true) && (own?.includes(id) ?? true))
  return tools.length > 0 ? { tools } : { fault: { problem: 'no-tool-left' } }
}

function readAllowed(given: unknown): { policy: ToolPolicy } | { fault: PolicyFault } {
  if (!Array.isArray(given)) return { fault: { problem: 'allowed-tools-not-a-list' } }
  if (given.length === 0) return { fault: { problem: 'allowed-tools-empty' } }
  const names = given.filter(name => typeof name === 'string' && name.trim() !== '')
  if (names.length < given.length) return { fault: { problem: 'allowed-tools-not-names' } }
  const unknown = names.filter(name => toolNamed(name) === undefined)
  if (unknown.length > 0) return { fault: { problem: 'unknown-tool', names: unknown } }
  const meant = names.map(name => toolNamed(name)?.id)
  return { policy: { allowedTools: toolIds.filter(id => meant.includes(id)) } }
}

const phrases = [
  'use the file_locator tool first',
  'return only the json tool call object',
  'respond with exactly one json object',
]

/** Whether the first reply must be a call: as the caller says, else as the caller's own message says. */
export function callRequired(asked: { requireTool?: boolean; message: string; phrases: boolean }): boolean {
  const message = asked.message.toLowerCase()
  return asked.requireTool ?? (asked.phrases && phrases.some(phrase => message.includes(phrase)))
}

interface Alias {
  alias: string
  id: ToolId
  owner: 'room'
  reason: string
}

/** A tool as it was meant, and the spelling that was used where that is not its id. */
interface ToolName {
  id: ToolId
  requested?: string
}

/** The one table of other names; a name enters only when it can mean one tool, whose arguments then fit. */
export const toolAliases: readonly Alias[] = [
  ...aliases('file_locator', 'the usual names for looking at a tree of files', [
    'file_viewer',
    'fileviewer',
    'file_browser',
    'filebrowser',
    'browse_files',
    'list_files',
    'listfiles',
  ]),
  ...aliases('file_reader', 'verb first, as other agents name it', ['read_file', 'readfile']),
  ...aliases('search_issues', 'noun first, as trackers name it', [
    'issue_search',
    'issues_search',
    'issue_finder',
    'issue_tracker_search',
  ]),
  ...aliases('outline_analyzer', 'the other spelling, and the noun', ['outline_analyser', 'outline_analysis']),
  ...aliases('canon_checker', 'the verb, and the name in one word', ['canon_check', 'canonchecker']),
  ...aliases('prose_analyzer', 'the other spelling, and the noun', ['prose_analyser', 'prose_analysis']),
  ...aliases('consistency_checker', 'the verb', ['consistency_check']),
  ...aliases('scene_draft_validator', 'half of the name', ['scene_validator', 'draft_validator']),
  ...aliases('task_router', 'verb first, and the name in one word', ['route_task', 'taskrouter']),
]

export function toolNamed(name: string): ToolName | undefined {
  if (isToolId(name)) return { id: name }
  const folded = name.trim().toLowerCase().replace(/[- ]/g, '_')
  const id = isToolId(folded) ? folded : byAlias.get(folded)
  return id && { id, requested: name }
}

const byAlias = new Map(toolAliases.map(({ alias, id }) => [alias, id]))

export function isToolId(name: string): name is ToolId {
  return toolIds.some(id => id === name)
}

function aliases(id: ToolId, reason: string, names: readonly string[]): Alias[] {
  return names.map(alias => ({ alias, id, owner: 'room', reason }))
}
