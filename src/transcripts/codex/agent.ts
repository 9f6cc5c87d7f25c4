import type { Agent } from '../agent.ts'

export const codex: Agent = {
  source: 'codex',
  label: 'Codex',
  rootsVariable: 'DAYBOOK_CODEX_ROOTS',
  tools: {
    edit: 'apply_patch',
    read: 'read_file view_image',
    search: 'grep_files list_dir',
    shell: 'exec_command shell shell_command local_shell_call write_stdin',
    web: 'web_search',
    plan: 'update_plan',
    delegate: 'spawn_agent wait_agent send_input close_agent',
    ask: 'request_user_input',
  },
  settingsFolder: '.codex',
  instructionFiles: ['AGENTS.md'],
  hasWorktrees: true,
  reasoningApart: false,
}
