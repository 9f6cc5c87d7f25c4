import { limits, type TextKey, textKeys } from '../../../../src/context/limits.ts'
import { formatNumber } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { queryClient } from '../queries.ts'
import { aboutQuery, cacheProject, refreshContext, refreshProjects, type StoredProject } from './queries.ts'

export type FieldKey = UpdatedKey | EditedKey | TextKey
type UpdatedKey = LineKey | SwitchKey | 'workType'
type LineKey =
  | 'name'
  | 'projectPath'
  | 'projectDate'
  | 'instruction'
  | 'slice'
  | 'taskFile'
  | 'developmentPhase'
  | 'template'
type SwitchKey = 'isMonorepo' | 'isMonorepoEnabled'
type EditedKey = 'description' | 'digest' | 'maxTokens'

type FieldKind = 'line' | 'text' | 'long' | 'date' | 'number' | 'switch' | 'workType'

export interface FieldSpec {
  label: string
  kind: FieldKind
  help: string
  /** In characters for a line, in bytes for a long text. */
  limit?: number
  mono?: true
}

/** Every field of a project as text: what a form shows, compares and keeps as a draft. */
export type Values = { readonly [key in FieldKey]: string }

export const fields: { readonly [key in FieldKey]: FieldSpec } = {
  name: { label: 'Name', kind: 'line', limit: limits.name, help: 'One line; also its name in Records.' },
  description: {
    label: 'Description',
    kind: 'text',
    limit: limits.description,
    help: 'The block shows it in one line, cut at 300 characters.',
  },
  projectPath: {
    label: 'Folder',
    kind: 'line',
    limit: limits.projectPath,
    mono: true,
    help: 'The absolute path of the code. Prompts are read from its .daybook/prompts.md. Empty: built-in prompts only.',
  },
  projectDate: {
    label: 'Project date',
    kind: 'date',
    help: 'A date of the project. Every block has today’s date anyway.',
  },
  instruction: {
    label: 'Instruction',
    kind: 'text',
    limit: limits.instruction,
    help: 'A prompt’s key, name or alias, or free text.',
  },
  slice: {
    label: 'Slice',
    kind: 'line',
    limit: limits.path,
    mono: true,
    help: 'The piece of work, such as 104-slice.offline-merge.',
  },
  taskFile: { label: 'Task file', kind: 'line', limit: limits.path, mono: true, help: 'The file with its tasks.' },
  developmentPhase: {
    label: 'Phase',
    kind: 'line',
    limit: limits.phase,
    help: 'The current step, in your own words.',
  },
  workType: { label: 'Work', kind: 'workType', help: 'The block’s first sentence.' },
  digest: { label: 'Digest', kind: 'switch', help: 'Open records and recent work items in every block.' },
  maxTokens: {
    label: 'Budget',
    kind: 'number',
    help: `Estimated tokens per block, ${limits.minTokens} to ${formatNumber(limits.maxTokens)}. Empty: no budget.`,
  },
  isMonorepo: { label: 'Monorepo', kind: 'switch', help: 'The project is one package of a larger repository.' },
  monorepoNote: {
    label: 'Monorepo note',
    kind: 'long',
    limit: limits.text,
    help: 'Added to the block word for word if Monorepo is on.',
  },
  template: {
    label: 'Template',
    kind: 'line',
    limit: limits.template,
    help: 'Describes the monorepo; “default” is not shown.',
  },
  isMonorepoEnabled: {
    label: 'Monorepo enabled',
    kind: 'switch',
    help: 'Stored for other programs; does not change blocks.',
  },
  recentEvents: {
    label: 'Summary',
    kind: 'long',
    limit: limits.text,
    help: 'Where the last chat ended. Agents write it when a chat ends.',
  },
  additionalNotes: {
    label: 'Notes',
    kind: 'long',
    limit: limits.text,
    help: 'Further instructions for every chat; near the end of the block.',
  },
  availableTools: { label: 'Tools', kind: 'long', limit: limits.text, help: 'Tools and servers available to a chat.' },
}

export const fieldGroups: ReadonlyArray<{ title: string; keys: readonly FieldKey[] }> = [
  { title: 'The project', keys: ['name', 'description', 'projectPath', 'projectDate'] },
  { title: 'What is being worked on', keys: ['instruction', 'slice', 'taskFile', 'developmentPhase', 'workType'] },
  { title: 'Texts in every block', keys: ['recentEvents', 'additionalNotes', 'availableTools'] },
  { title: 'Size', keys: ['digest', 'maxTokens'] },
  { title: 'Monorepo', keys: ['isMonorepo', 'monorepoNote', 'template', 'isMonorepoEnabled'] },
]

export function valuesOf({ data, about }: StoredProject): Values {
  const { customData } = data
  return {
    name: data.name,
    description: about.description,
    projectPath: data.projectPath ?? '',
    projectDate: data.projectDate ?? '',
    instruction: data.instruction,
    slice: data.slice,
    taskFile: data.taskFile,
    developmentPhase: data.developmentPhase ?? '',
    workType: data.workType ?? 'continue',
    digest: about.digest,
    maxTokens: about.maxTokens === null ? '' : String(about.maxTokens),
    isMonorepo: onOff(data.isMonorepo),
    isMonorepoEnabled: onOff(data.isMonorepoEnabled ?? false),
    template: data.template,
    monorepoNote: customData.monorepoNote ?? '',
    recentEvents: customData.recentEvents ?? '',
    additionalNotes: customData.additionalNotes ?? '',
    availableTools: customData.availableTools ?? '',
  }
}

/** Writes one field; the others stay as stored. */
export async function saveField(project: string, key: FieldKey, value: string): Promise<void> {
  if (key === 'description' || key === 'digest' || key === 'maxTokens') {
    const edited = await call('project_edit', { id: project, ...editOf(key, value) })
    queryClient.setQueryData(aboutQuery(project).queryKey, old => old && { ...old, ...edited })
    await refreshContext(project, 'about')
    return
  }
  cacheProject(await call('project_update', { id: project, ...updateOf(key, value) }))
  if (key === 'name') await refreshProjects()
}

function editOf(key: EditedKey, value: string) {
  if (key === 'description') return { description: value }
  if (key === 'digest') return { digest: value === 'on' ? ('on' as const) : ('off' as const) }
  return { maxTokens: value === '' ? null : Number(value) }
}

function updateOf(key: UpdatedKey | TextKey, value: string) {
  if (isTextKey(key)) return { customData: { [key]: value } }
  if (key === 'workType') return { workType: value === 'start' ? ('start' as const) : ('continue' as const) }
  if (key === 'isMonorepo' || key === 'isMonorepoEnabled') return { [key]: value === 'on' }
  return { [key]: value }
}

function isTextKey(key: FieldKey): key is TextKey {
  return textKeys.some(known => known === key)
}

function onOff(value: boolean): 'on' | 'off' {
  return value ? 'on' : 'off'
}
