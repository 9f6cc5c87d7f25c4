import type { Agent } from '../agent.ts'

export const copilotCli: Agent = {
  source: 'copilot-cli',
  label: 'Copilot CLI',
  rootsVariable: 'DAYBOOK_COPILOT_ROOTS',
  tools: {
    edit: 'create edit str_replace insert apply_patch',
    read: 'view show_file lsp',
    search: 'grep rg glob',
    shell:
      'bash powershell read_bash write_bash stop_bash list_bash read_powershell write_powershell stop_powershell list_powershell',
    web: 'web_fetch web_search',
    plan: 'update_todo exit_plan_mode',
    delegate: 'task read_agent write_agent list_agents search_code_subagent',
    ask: 'ask_user',
    skill: 'skill',
  },
  settingsFolder: '.copilot',
  instructionFiles: ['.github/copilot-instructions.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
