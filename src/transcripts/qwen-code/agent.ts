import type { Agent } from '../agent.ts'

export const qwenCode: Agent = {
  source: 'qwen-code',
  label: 'Qwen Code',
  rootsVariable: 'DAYBOOK_QWEN_ROOTS',
  tools: {
    edit: 'edit write_file notebook_edit',
    read: 'read_file read_many_files lsp',
    search: 'grep_search glob list_directory',
    shell: 'run_shell_command',
    web: 'web_fetch web_search',
    plan: 'todo_write enter_plan_mode exit_plan_mode task_create task_update task_list',
    delegate: 'agent task',
    ask: 'ask_user_question',
    skill: 'skill',
  },
  settingsFolder: '.qwen',
  instructionFiles: ['QWEN.md', 'AGENTS.md'],
  hasWorktrees: true,
  reasoningApart: true,
}
