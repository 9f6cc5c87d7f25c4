import type { Agent } from '../agent.ts'

export const geminiCli: Agent = {
  source: 'gemini-cli',
  label: 'Gemini CLI',
  rootsVariable: 'DAYBOOK_GEMINI_ROOTS',
  tools: {
    edit: 'replace write_file',
    read: 'read_file read_many_files',
    search: 'search_file_content glob list_directory',
    shell: 'run_shell_command',
    web: 'web_fetch google_web_search',
    plan: 'write_todos',
    delegate: 'invoke_agent',
  },
  settingsFolder: '.gemini',
  instructionFiles: ['GEMINI.md'],
  hasWorktrees: false,
  reasoningApart: true,
}
