import type { Agent } from './agent.ts'
import { claudeCode } from './claude-code/agent.ts'
import { cline } from './cline/agent.ts'
import { codex } from './codex/agent.ts'
import { copilotCli } from './copilot-cli/agent.ts'
import { crush } from './crush/agent.ts'
import { cursor } from './cursor/agent.ts'
import { droid } from './droid/agent.ts'
import type { ToolFamily } from './event.ts'
import { geminiCli } from './gemini-cli/agent.ts'
import { goose } from './goose/agent.ts'
import { jsonl } from './jsonl/agent.ts'
import { kiloCode } from './kilo-code/agent.ts'
import { opencode } from './opencode/agent.ts'
import { pi } from './pi/agent.ts'
import { qwenCode } from './qwen-code/agent.ts'
import { rooCode } from './roo-code/agent.ts'
import { vscodeChat } from './vscode-chat/agent.ts'

/** Every agent whose transcripts are read, sorted by source. Nothing else lists them: CONTRIBUTING.md says how to add one. */
export const agents: readonly Agent[] = [
  claudeCode,
  cline,
  codex,
  copilotCli,
  crush,
  cursor,
  droid,
  geminiCli,
  goose,
  jsonl,
  kiloCode,
  opencode,
  pi,
  qwenCode,
  rooCode,
  vscodeChat,
]

export const sources = agents.map(({ source }) => source)

export function agentOf(source: string): Agent | undefined {
  return agents.find(agent => agent.source === source)
}

/** What people read in place of a source. */
export function labelOf(source: string): string {
  return agentOf(source)?.label ?? source
}

export function rootsVariableOf(source: string): string {
  const agent = agentOf(source)
  if (!agent) throw new Error(`No agent is called ${source}.`)
  return agent.rootsVariable
}

/** Variables for an environment in which only these agents, by their source, have transcripts. */
export function onlyRoots(roots: { readonly [source: string]: string } = {}): { [variable: string]: string } {
  return Object.fromEntries(agents.map(({ source, rootsVariable }) => [rootsVariable, roots[source] ?? '']))
}

/** Folders of a project that hold copies of it to work in, each in a folder of its own. */
export const worktreeFolders: readonly string[] = [
  '.worktrees',
  '.trees',
  ...agents.filter(({ hasWorktrees }) => hasWorktrees).map(({ settingsFolder }) => `${settingsFolder}/worktrees`),
]

/** What kind of work a tool does, by its exact name. */
export function familyOf(tool: string): ToolFamily {
  return families.get(tool) ?? (tool.startsWith('mcp__') ? 'mcp' : 'other')
}

const families = new Map<string, ToolFamily>(
  agents.flatMap(({ tools }) =>
    // Object.entries widens the keys it lists.
    Object.entries(tools).flatMap(([family, names]) => names.split(' ').map(name => [name, family as ToolFamily])),
  ),
)
