import { groupBy } from '../../kernel/group.ts'
import { canonicalJson } from '../canonical-json.ts'
import { objectIn } from '../materialized/line.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { pathOf } from '../tool-input.ts'
import { shownPath, typedCommand } from './shown-call.ts'

/** A call as the model made it, and what it was given back. */
export interface ModelCall {
  id: string
  name: string
  input: TranscriptRecord | null
  result: string | null
}

/**
 * The calls behind the parts of an answer that show them. What the model asked for is kept apart, only for the newest
 * answers, and most parts have an id of their own: those are the calls of the same tool in the same order.
 */
export function modelCalls(
  parts: readonly TranscriptRecord[],
  request: TranscriptRecord,
): ReadonlyMap<TranscriptRecord, ModelCall> {
  const shown = parts.filter(isOwnCall)
  const metadata = objectAt(objectAt(request, 'result'), 'metadata')
  const calls = callsIn(metadata)
  const found = new Map<TranscriptRecord, ModelCall>()
  for (const part of shown) {
    const id = bareId(textAt(part, 'toolCallId') ?? '')
    const call = calls.find(each => bareId(each.id) === id)
    if (call) found.set(part, call)
  }
  const taken = new Set(found.values())
  const left = groupBy(
    calls.filter(call => !taken.has(call)),
    ({ name }) => name,
  )
  for (const [name, parts] of groupBy(
    shown.filter(part => !found.has(part)),
    askedName,
  )) {
    pairInOrder(parts, left.get(name) ?? [], found)
  }
  return found
}

/** Calls of a sub-agent are not among those of the answer. */
function isOwnCall(part: TranscriptRecord): boolean {
  return (
    part.kind === 'toolInvocationSerialized' && part.subAgentInvocationId === undefined && part.fromSubAgent !== true
  )
}

/** The editor adds to the model's id when it keeps the call. */
function bareId(id: string): string {
  return id.split('__vscode')[0] ?? ''
}

function callsIn(metadata: TranscriptRecord | undefined): ModelCall[] {
  const results = objectAt(metadata, 'toolCallResults')
  return listAt(metadata, 'toolCallRounds')
    .filter(isObject)
    .flatMap(round => listAt(round, 'toolCalls'))
    .filter(isObject)
    .flatMap(call => {
      const [id, name] = [textAt(call, 'id'), wordsAt(call, 'name')]
      if (id === undefined || name === undefined) return []
      const result = objectAt(results, id) ?? objectAt(results, bareId(id))
      return [{ id, name, input: objectIn(call.arguments), result: textOfResult(result) }]
    })
}

/** As many parts as calls are the same calls; otherwise only those count that are about the same thing. */
function pairInOrder(
  parts: readonly TranscriptRecord[],
  calls: readonly ModelCall[],
  found: Map<TranscriptRecord, ModelCall>,
): void {
  const isWhole = parts.length === calls.length
  let next = 0
  for (const [at, part] of parts.entries()) {
    const place = isWhole ? at : calls.findIndex((call, index) => index >= next && isSame(part, call) === true)
    const call = calls[place]
    if (!call || isSame(part, call) === false) continue
    found.set(part, call)
    next = place + 1
  }
}

/** Whether a part is about what the call is about; null where one of them does not say. */
function isSame(part: TranscriptRecord, { input }: ModelCall): boolean | null {
  const command = typedCommand(part)
  const asked = textAt(input ?? undefined, 'command')
  if (command !== null && asked !== undefined) return command.trim() === asked.trim()
  const raw = objectAt(objectAt(part, 'toolSpecificData'), 'rawInput')
  if (raw && input) return canonicalJson(raw) === canonicalJson(input)
  const [path, wanted] = [shownPath(part), pathOf(input)]
  return path === null || wanted === null ? null : comparable(path) === comparable(wanted)
}

function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

const askedNames = new Map([
  ['copilot_applyPatch', 'apply_patch'],
  ['copilot_createDirectory', 'create_directory'],
  ['copilot_createFile', 'create_file'],
  ['copilot_createNewJupyterNotebook', 'create_new_jupyter_notebook'],
  ['copilot_createNewWorkspace', 'create_new_workspace'],
  ['copilot_editFiles', 'edit_files'],
  ['copilot_editNotebook', 'edit_notebook_file'],
  ['copilot_fetchWebPage', 'fetch_webpage'],
  ['copilot_findFiles', 'file_search'],
  ['copilot_findTestFiles', 'test_search'],
  ['copilot_findTextInFiles', 'grep_search'],
  ['copilot_getChangedFiles', 'get_changed_files'],
  ['copilot_getErrors', 'get_errors'],
  ['copilot_getProjectSetupInfo', 'get_project_setup_info'],
  ['copilot_getSearchResults', 'get_search_view_results'],
  ['copilot_getVSCodeAPI', 'get_vscode_api'],
  ['copilot_githubRepo', 'github_repo'],
  ['copilot_insertEdit', 'insert_edit_into_file'],
  ['copilot_installExtension', 'install_extension'],
  ['copilot_listDirectory', 'list_dir'],
  ['copilot_memory', 'memory'],
  ['copilot_multiReplaceString', 'multi_replace_string_in_file'],
  ['copilot_readFile', 'read_file'],
  ['copilot_readNotebookCellOutput', 'read_notebook_cell_output'],
  ['copilot_readProjectStructure', 'read_project_structure'],
  ['copilot_replaceString', 'replace_string_in_file'],
  ['copilot_runNotebookCell', 'run_notebook_cell'],
  ['copilot_runVscodeCommand', 'run_vscode_command'],
  ['copilot_searchCodebase', 'semantic_search'],
  ['copilot_searchWorkspaceSymbols', 'search_workspace_symbols'],
  ['copilot_switchAgent', 'switch_agent'],
  ['copilot_testFailure', 'test_failure'],
  ['copilot_viewImage', 'view_image'],
])

/** The model knows tools of the extension by other names. */
function askedName(part: TranscriptRecord): string {
  const id = wordsAt(part, 'toolId') ?? ''
  return askedNames.get(id) ?? id
}

function textOfResult(result: TranscriptRecord | undefined): string | null {
  const texts = listAt(result, 'content')
    .filter(isObject)
    .flatMap(({ value }) => (typeof value === 'string' ? [value] : isObject(value) ? [textOfTree(value.node)] : []))
  return texts.length > 0 ? texts.join('\n') : null
}

/** A result may be kept as the tree of pieces that its text is made from. */
function textOfTree(root: unknown): string {
  let text = ''
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (!isObject(node)) continue
    const words = textAt(node, 'text')
    if (words !== undefined)
      text += `${node.lineBreakBefore === true && text !== '' && !text.endsWith('\n') ? '\n' : ''}${words}`
    waiting.push(...[...listAt(node, 'children')].reverse())
  }
  return text
}
