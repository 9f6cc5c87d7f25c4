import type { ToolFamily } from './event.ts'

/** What everything but the reader needs to know of an agent. The page loads this too, so it is data only. */
export interface Agent {
  /** Its wire name, and the folder of its reader. */
  source: string
  label: string
  /** Names other homes of its transcripts. */
  rootsVariable: string
  /** Its tools by the kind of work they do, the names separated by spaces. */
  tools: { readonly [family in Exclude<ToolFamily, 'mcp' | 'other'>]?: string }
  /** The folder of its settings, in a home or a project. */
  settingsFolder: string
  /** Files of a project that instruct the agent. */
  instructionFiles: readonly string[]
  /** It works in copies of a project below `<settings folder>/worktrees/`. */
  hasWorktrees: boolean
  /** Reasoning tokens are reported beside the output tokens, not among them. */
  reasoningApart: boolean
}
