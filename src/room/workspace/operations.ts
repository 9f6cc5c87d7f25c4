import { z } from 'zod'
import type { FaultCode } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { enabledChiefs } from '../agents/registry.ts'
import { canonStatus } from '../canon/journal.ts'
import { projectOperation, roomCommand, roomOperation, roomQuery } from '../context.ts'
import { RoomFault, roomFault } from '../faults.ts'
import {
  AgentStatus,
  AuditStatus,
  FileClass,
  FoundLines,
  OpenedFile,
  Outline,
  SavedFile,
  Tree,
  WorkspaceView,
} from '../schema.ts'
import { WorkspaceChange } from './info.ts'
import { OutlineChanges, outlineChangeIssue, readOutline, WantedScene, writeOutline } from './outline.ts'
import { searchFiles, searchLimits } from './search.ts'
import { fileFaults, servedFile, servedTree } from './serve.ts'
import { Settings } from './settings.ts'
import { Template } from './template.ts'
import { writeFile } from './write-file.ts'

export const roomSearchFiles = roomOperation({
  name: 'room_search_files',
  summary: 'Lines of the workspace that contain a text, letter case aside. Gives no receipt: read what you cite.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  routes: ['GET /api/search'],
  input: z.strictObject({
    q: z.string().min(1).max(1000),
    class: FileClass.optional(),
    limit: z.int().min(1).max(searchLimits.most).default(searchLimits.usual),
  }),
  output: FoundLines,
  chatText: ({ hits, total, truncated }) =>
    [
      `${hits.length} of ${total} lines${truncated ? '; raise limit for more' : ''}`,
      ...hits.map(({ path, line, text }) => `${path}:${line}: ${text}`),
    ].join('\n'),
  run: async (query, { room }) => searchFiles(await room.workspace.vfs.snapshot(), query),
})

export const roomStatusShow = roomQuery({
  name: 'room_status_show',
  summary: 'How the room is: its workspace, its Chief, who answers for each agent, the canon, the audit.',
  routes: ['GET /api/room/status'],
  input: z.strictObject({}),
  output: z.object({
    workspace: WorkspaceView,
    /** Null unless there is exactly one. */
    chief: z.string().nullable(),
    agents: z.array(AgentStatus),
    canon: z.object({ indexed: z.boolean(), status: z.enum(['none', 'building', 'indexed', 'stale']), stale: z.int() }),
    audit: z.object({ status: AuditStatus, receipts: z.int().describe('How many were signed').optional() }),
    providers: z.array(z.object({ provider: z.string(), status: z.string() })),
    /** Files of the workspace that cannot be read and are left alone. */
    problems: z.array(z.string()),
  }),
  async run(_, { room }) {
    const { workspace, agents, agentModels, audit } = room
    const registry = await agents.read()
    const [chief, ...others] = enabledChiefs(registry)
    const shown = await Promise.all(
      registry.agents.map(async agent => {
        const { id, name, role, enabled } = agent
        return { id, name, role, enabled, ...(await agentModels.status(agent)) }
      }),
    )
    const { indexed, status, stale } = await canonStatus(room)
    const verified = await audit.verify({ fresh: false })
    return {
      workspace: await workspace.info(),
      chief: others.length === 0 ? (chief?.id ?? null) : null,
      agents: shown,
      canon: { indexed, status, stale: stale.length },
      audit: {
        status: verified.status,
        receipts: verified.sessions.reduce((sum, { count }) => sum + count, 0),
      },
      providers: providersOf(shown),
      problems: workspace.problems,
    }
  },
})

function providersOf(agents: readonly { provider: string; status: string }[]) {
  const byName = new Map(agents.map(({ provider, status }) => [provider, status]))
  return [...byName]
    .map(([provider, status]) => ({ provider, status }))
    .sort((a, b) => (a.provider < b.provider ? -1 : 1))
}

export const roomTreeShow = roomQuery({
  name: 'room_tree_show',
  summary: 'Every file of the workspace that agents and people may see, the outline first.',
  routes: ['GET /api/tree'],
  input: z.strictObject({}),
  output: Tree,
  async run(_, { room: { workspace } }) {
    const { files, folders, warnings, ...tree } = servedTree(workspace.root, await workspace.vfs.snapshot())
    return { ...tree, files: [...files], folders: [...folders], warnings: [...warnings] }
  },
})

export const roomFileShow = roomQuery({
  name: 'room_file_show',
  summary: 'One file of the workspace with its text and hash.',
  routes: ['GET /api/file'],
  input: z.strictObject({ path: z.string().describe('As the tree names it; case and a lone file name are forgiven') }),
  output: OpenedFile,
  async run({ path }, { room: { workspace } }) {
    const file = await servedFile(await workspace.vfs.snapshot(), path)
    if ('fault' in file) throw refusedFile(file.fault)
    return file
  },
})

export const roomFileCreate = roomCommand({
  name: 'room_file_create',
  summary: 'Writes a new file into the workspace; refused when one of that name is there.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/file'],
  input: z.strictObject({ path: z.string(), content: z.string() }),
  output: SavedFile,
  toStatus: () => ({ http: 201 }),
  async run({ path, content }, { room: { workspace } }) {
    const written = await writeFile(workspace, { path, content })
    if ('fault' in written) throw refusedFile(written.fault)
    return written
  },
})

export const roomFileSave = roomCommand({
  name: 'room_file_save',
  summary: 'Writes a file of the workspace. A file that exists needs the hash of what was read as ifMatch.',
  effect: 'change',
  access: 'writer',
  routes: ['PUT /api/file'],
  input: z.strictObject({
    path: z.string(),
    content: z.string(),
    ifMatch: z.string().describe('sha256 of the text it replaces').optional(),
  }),
  output: SavedFile,
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  async run(given, { room: { workspace } }) {
    const written = await writeFile(workspace, given)
    if ('fault' in written) throw refusedFile(written.fault)
    return written
  },
})

export const roomOutlineShow = roomQuery({
  name: 'room_outline_show',
  summary: 'The outline with its entries, and its text exactly as the tree serves it.',
  routes: ['GET /api/outline'],
  input: z.strictObject({}),
  output: z.object({ outline: Outline.nullable(), content: z.string().optional(), sha256: z.string().optional() }),
  async run(_, { room: { workspace } }) {
    const outline = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in outline) throw refusedFile(outline.fault)
    return outline
  },
})

export const roomOutlineSave = roomCommand({
  name: 'room_outline_save',
  summary:
    'Reorders and edits the entries of the outline; untouched entries keep every byte. Opens one issue about it.',
  effect: 'change',
  access: 'writer',
  routes: ['PUT /api/outline'],
  input: z.strictObject({
    ifMatch: z.string().describe('sha256 of the outline that was read'),
    scenes: z.array(WantedScene),
  }),
  output: z.object({
    outline: Outline,
    content: z.string(),
    sha256: z.string(),
    changes: OutlineChanges,
    issueId: z.int().nullable(),
  }),
  async run(given, { clock, room: { workspace, issues } }) {
    const written = await writeOutline(workspace, given)
    if ('fault' in written) throw refusedFile(written.fault)
    const isChanged = Object.values(written.changes).some(list => list.length > 0)
    if (!isChanged) return { ...written, issueId: null }
    const change = { ...outlineChangeIssue(written.changes), openedBy: 'user' }
    const { issue } = await issues.open(change, formatInstant(clock()))
    return { ...written, issueId: issue.id }
  },
})

export const roomWorkspaceShow = roomQuery({
  name: 'room_workspace_show',
  summary: 'What the workspace is called and which folders it shows.',
  routes: ['GET /api/workspace'],
  input: z.strictObject({}),
  output: WorkspaceView,
  run: async (_, { room }) => room.workspace.info(),
})

export const roomWorkspaceBind = projectOperation({
  name: 'room_workspace_bind',
  summary: 'Gives the project a folder to work on and makes a workspace of it; existing files stay as they are.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/workspace'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('An existing folder of the machine the server runs on; may be left out for the sample')
      .optional(),
    name: z.string().min(1).max(80).optional().describe('What the room is called'),
    sample: z.boolean().describe('Begin with the sample story').default(false),
    template: Template.describe(
      'story: scenes and cards; code: a repository, its documents and its code. Left out, a git repository is code',
    ).optional(),
  }),
  output: WorkspaceView,
  toStatus: () => ({ http: 201 }),
  async run(given, { call, rooms, project }) {
    if (given.path === undefined && !given.sample) {
      throw roomFault('invalid_request', { fields: [{ path: 'path', rule: 'required unless sample' }] })
    }
    const { workspace } = await rooms.bind(project, call, given)
    return workspace.info()
  },
})

export const roomWorkspaceSave = roomCommand({
  name: 'room_workspace_save',
  summary: 'Changes what the workspace is called and which further folders it shows.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/workspace'],
  input: WorkspaceChange,
  output: WorkspaceView,
  run: async (change, { clock, room }) => room.workspace.changeInfo(change, formatInstant(clock())),
})

export const roomSettingsShow = roomQuery({
  name: 'room_settings_show',
  summary: 'Every setting of the workspace with its value.',
  routes: ['GET /api/room/settings'],
  input: z.strictObject({}),
  output: Settings,
  run: async (_, { room }) => room.workspace.settings(),
})

export const roomSettingsSave = roomCommand({
  name: 'room_settings_save',
  summary: 'Changes the settings that are given and keeps the others; nothing is changed when one does not fit.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  schemaDetail: 'brief',
  routes: ['PUT /api/room/settings'],
  // Sections or dotted names, as a person writes them; the settings themselves say what fits.
  input: z.looseObject({}),
  output: Settings,
  async run(given, { room: { workspace } }) {
    const change = await workspace.changeSettings(given)
    if ('refused' in change) throw roomFault('invalid_request', { keys: change.refused })
    return change.settings
  },
})

/** Why a file was not read or written, as callers see it. Only paths of the tree are named. */
function refusedFile({
  code,
  candidates,
  field,
}: {
  code: keyof typeof fileFaults
  candidates?: string[]
  field?: string
}) {
  const { http, message } = fileFaults[code]
  const details = { ...(candidates && { candidates }), ...(field !== undefined && { field }) }
  return new RoomFault(
    code,
    kinds[http] ?? 'INVALID_INPUT',
    message,
    Object.keys(details).length > 0 ? { details } : {},
  )
}

const kinds: { readonly [http: number]: FaultCode } = {
  400: 'INVALID_INPUT',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'REFUSED',
  413: 'TOO_LARGE',
  415: 'NOT_TEXT',
}
