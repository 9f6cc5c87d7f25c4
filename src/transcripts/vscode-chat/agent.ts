import type { Agent } from '../agent.ts'

export const vscodeChat: Agent = {
  source: 'vscode-chat',
  label: 'VS Code chat',
  rootsVariable: 'DAYBOOK_VSCODE_ROOTS',
  tools: {
    edit: 'copilot_applyPatch copilot_insertEdit copilot_createFile copilot_replaceString copilot_multiReplaceString copilot_editNotebook copilot_editFiles vscode_editFile_internal insert_edit_into_file create_file replace_string_in_file multi_replace_string_in_file edit_notebook_file textEditGroup',
    read: 'copilot_readFile copilot_getErrors copilot_getChangedFiles copilot_getNotebookSummary copilot_readNotebookCellOutput copilot_viewImage read_file get_errors get_changed_files',
    search:
      'copilot_searchCodebase copilot_findFiles copilot_findTextInFiles copilot_listDirectory copilot_searchWorkspaceSymbols semantic_search file_search grep_search list_dir',
    shell: 'run_in_terminal copilot_runInTerminal get_terminal_output runTests run_task create_and_run_task',
    web: 'copilot_fetchWebPage vscode_fetchWebPage_internal fetch_webpage',
    plan: 'manage_todo_list',
    delegate: 'runSubagent search_subagent execution_subagent',
    ask: 'vscode_askQuestions',
  },
  settingsFolder: '.vscode',
  instructionFiles: ['.github/copilot-instructions.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
