import type { Launch } from '../harness/mcp-process.ts'
import type { Workspace } from '../harness/workspace.ts'

/** `daybook mcp` as a chat client starts it, in a home of its own. */
export function daybookMcp(workspace: Workspace, home: string): Launch {
  return { args: [workspace.program(), 'mcp'], env: { DAYBOOK_HOME: home } }
}
