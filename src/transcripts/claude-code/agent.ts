import type { Agent } from '../agent.ts'

export const claudeCode: Agent = {
  source: 'claude-code',
  label: 'Claude Code',
  rootsVariable: 'DAYBOOK_CLAUDE_ROOTS',
  tools: {
    edit: 'Edit MultiEdit Write NotebookEdit',
    read: 'Read NotebookRead',
    search: 'Grep Glob LS',
    shell: 'Bash PowerShell BashOutput KillShell',
    web: 'WebFetch WebSearch',
    plan: 'TodoWrite TaskCreate TaskUpdate TaskList TaskGet EnterPlanMode ExitPlanMode',
    delegate: 'Task Agent',
    ask: 'AskUserQuestion',
    skill: 'Skill SlashCommand',
  },
  settingsFolder: '.claude',
  instructionFiles: ['CLAUDE.md'],
  hasWorktrees: true,
  reasoningApart: false,
}
