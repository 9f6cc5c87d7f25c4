import { type ToolId, toolIds } from '../tools/tool.ts'

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

function isToolId(name: string): name is ToolId {
  return toolIds.some(id => id === name)
}

function aliases(id: ToolId, reason: string, names: readonly string[]): Alias[] {
  return names.map(alias => ({ alias, id, owner: 'room', reason }))
}
