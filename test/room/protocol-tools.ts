import { type DeclaredTool, foldKey } from '../../src/room/protocol/arguments.ts'
import { type NonceCheck, openNonces } from '../../src/room/protocol/nonces.ts'
import { toolOf } from '../../src/room/tools/registry.ts'
import type { ToolId } from '../../src/room/tools/tool.ts'

/** An argument as the specification has it. */
export interface SpecifiedArg {
  name: string
  type: 'string' | 'integer' | 'boolean' | 'string[]'
  required: boolean
  choices?: string[]
  maxBytes?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

export interface SpecifiedTool extends DeclaredTool {
  specified: readonly SpecifiedArg[]
}

/** The nine tools with their arguments, written down from their specification a second time. */
export const specifiedTools: readonly SpecifiedTool[] = [
  tool('file_locator', 'criteria query path root directory dir folder → search_criteria', [
    text('search_criteria', { required: true, maxBytes: 512 }),
    text('scan_mode', { choices: ['FAST_SCAN', 'DEEP_SCAN'], default: 'FAST_SCAN' }),
    integer('max_results', { minimum: 1, maximum: 100, default: 12 }),
    flag('include_globs', false),
    flag('dry_run', false),
  ]),
  tool('file_reader', 'path file filename → file_path; from start → start_line; to end → end_line', [
    text('file_path', { required: true }),
    integer('start_line', { minimum: 1, default: 1 }),
    integer('end_line', { minimum: 1 }),
    flag('include_line_numbers', true),
    flag('dry_run', false),
  ]),
  tool('outline_analyzer', 'path file file_path outline → outline_path', [
    text('outline_path'),
    text('mode', { maxBytes: 40, default: 'structure' }),
    flag('dry_run', false),
  ]),
  tool('canon_checker', 'scene path file file_path → scene_path; canon canon_files → canon_paths', [
    text('scene_path', { required: true }),
    list('canon_paths', { maxItems: 20, default: [] }),
    text('mode', { maxBytes: 40, default: 'strict' }),
    flag('dry_run', false),
  ]),
  tool('task_router', 'request message task query → user_request', [
    text('user_request', { required: true, maxBytes: 4000 }),
    flag('dry_run', false),
  ]),
  tool('search_issues', 'assignee → assignedTo; state → status', [
    list('tags', { maxItems: 20 }),
    text('assignedTo'),
    text('status', { choices: ['open', 'closed', 'all'], default: 'open' }),
    text('priority', { choices: ['low', 'normal', 'high', 'urgent'] }),
    list('personalTags'),
    text('personalAgent'),
    list('excludePersonalTags'),
    integer('minInterestLevel', { minimum: 1, maximum: 5 }),
  ]),
  tool('prose_analyzer', 'scene path file file_path → scene_path', [
    text('scene_path', { required: true }),
    text('focus', { choices: ['pacing', 'voice', 'rhythm', 'all'], default: 'all' }),
    flag('dry_run', false),
  ]),
  tool('consistency_checker', 'files paths → file_paths', [
    list('file_paths', { required: true, minItems: 1, maxItems: 10 }),
    text('focus', { choices: ['characters', 'terminology', 'events', 'general'], default: 'general' }),
    flag('dry_run', false),
  ]),
  tool(
    'scene_draft_validator',
    'scene path file file_path → scene_path; outline → outline_path; canon → include_canon',
    [text('scene_path', { required: true }), text('outline_path'), flag('include_canon', true), flag('dry_run', false)],
  ),
]

/** The least that each tool can be called with. */
export const leastArgs: { readonly [id in ToolId]: { [name: string]: unknown } } = {
  file_locator: { search_criteria: 'x' },
  file_reader: { file_path: 'Story/x.md' },
  outline_analyzer: {},
  canon_checker: { scene_path: 'Story/x.md' },
  task_router: { user_request: 'Who looks at the outline?' },
  search_issues: {},
  prose_analyzer: { scene_path: 'Story/x.md' },
  consistency_checker: { file_paths: ['Story/x.md'] },
  scene_draft_validator: { scene_path: 'Story/x.md' },
}

/** The check of a step whose nonce is the last of these, the others being those of earlier steps. */
export function nonceOf(...issued: string[]): NonceCheck {
  const nonces = [...issued]
  const book = openNonces(() => nonces.shift() ?? '')
  for (const _ of issued) book.issue()
  return book.spend()
}

function tool(id: ToolId, aliases: string, specified: SpecifiedArg[]): SpecifiedTool {
  const declared = toolOf(id)
  if (!declared) throw new Error(`No tool ${id}.`)
  const pairs = aliases.split('; ').flatMap(row => {
    const [names = '', arg = ''] = row.split(' → ')
    return names.split(' ').map(name => [foldKey(name), arg])
  })
  return { ...declared, specified, argAliases: Object.fromEntries(pairs) }
}

type Limits = Omit<Partial<SpecifiedArg>, 'name' | 'type'>

function text(name: string, limits: Limits = {}): SpecifiedArg {
  return { name, type: 'string', required: false, ...limits }
}

function integer(name: string, limits: Limits): SpecifiedArg {
  return { name, type: 'integer', required: false, ...limits }
}

function flag(name: string, otherwise: boolean): SpecifiedArg {
  return { name, type: 'boolean', required: false, default: otherwise }
}

function list(name: string, limits: Limits = {}): SpecifiedArg {
  return { name, type: 'string[]', required: false, ...limits }
}
