import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { updateIn } from '../../db/table-statements.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { Fault } from '../../kernel/fault.ts'
import { parseInstant } from '../../kernel/instants.ts'
import { type FieldFault, parseShape } from '../../kernel/shape.ts'
import { text } from '../../kernel/text.ts'
import { defaultProjectId, freeProjectId, projectIdShape } from '../../projects/store.ts'
import { limits } from '../limits.ts'
import { CustomTexts, ProjectFields, ProjectName } from '../schema.ts'
import { saveExtra } from '../store/project-data.ts'
import {
  type Author,
  changeProject,
  insertProjectData,
  liveProject,
  type ProjectPatch,
  takenIds,
} from '../store/projects.ts'

const overwrite = updateIn('projects', ['description', 'created', 'updated'], ['id'])

export const conflictRules = ['skip', 'update', 'new-id'] as const
type ConflictRule = (typeof conflictRules)[number]

/** What became of one entry. */
export const ImportReport = z.object({
  status: z.enum(['created', 'updated', 'skipped', 'invalid']),
  id: z.string(),
  name: z.string(),
  reason: z.string().optional(),
})
export type ImportReport = z.output<typeof ImportReport>

interface ImportOptions {
  onConflict: ConflictRule
  principal: string
  now: string
}

/** Brings the entries in, one report each; what is invalid is reported and nothing of it written. */
export async function importEntries(
  tx: Tx,
  values: readonly unknown[],
  circumstances: ImportOptions,
): Promise<ImportReport[]> {
  const entries = values.map(readOrReport)
  const wanted = entries.flatMap(entry => ('status' in entry ? [] : (usableId(entry) ?? [])))
  const book: KnownIds = { seen: new Set(), taken: await takenIds(tx, wanted) }
  const reports: ImportReport[] = []
  for (const entry of entries) {
    reports.push('status' in entry ? entry : await importOne(tx, entry, book, circumstances))
  }
  return reports
}

/** Ids in lower case: those of entries that were dealt with, and those of projects. */
interface KnownIds {
  seen: Set<string>
  taken: Set<string>
}

function usableId({ id }: Legacy): string | undefined {
  return id !== undefined && projectIdShape.test(id) ? id : undefined
}

async function importOne(tx: Tx, entry: Legacy, { seen, taken }: KnownIds, by: ImportOptions): Promise<ImportReport> {
  const wanted = usableId(entry)
  if (wanted !== undefined && seen.has(wanted.toLowerCase())) {
    return { status: 'invalid', id: wanted, name: entry.name, reason: 'the file has two entries with this id' }
  }
  const id = wanted ?? (await freeProjectId(tx, entry.name))
  seen.add(id.toLowerCase())
  const renamed =
    wanted === undefined && entry.id !== undefined ? { reason: 'its id was not usable; a new one was made' } : {}
  if (!taken.has(id.toLowerCase())) return { ...(await create(tx, entry, id, by)), ...renamed }

  const existing = await liveProject(tx, id)
  if (existing && isUntouchedDefault(existing)) return importIntoDefault(tx, entry, existing, by)
  if (by.onConflict === 'new-id') {
    const report = await create(tx, entry, await freeProjectId(tx, entry.name), by)
    taken.add(report.id.toLowerCase())
    return { ...report, reason: `the id '${id}' was taken` }
  }
  if (!existing) return { status: 'skipped', id, name: entry.name, reason: 'a project with this id is in the trash' }
  if (by.onConflict === 'skip') return { status: 'skipped', id: existing.id, name: entry.name, reason: 'it exists' }
  if ((entry.updatedAt ?? '') <= existing.updated) {
    return { status: 'skipped', id: existing.id, name: entry.name, reason: 'the one here is as new or newer' }
  }
  const { name, fields } = entry
  const author = { principal: by.principal, source: 'import', now: entry.updatedAt ?? by.now } as const
  await changeProject(tx, existing.id, { name, ...fields }, author)
  await saveExtra(tx, existing.id, entry.extra)
  return { status: 'updated', id: existing.id, name }
}

function readOrReport(value: unknown): Legacy | ImportReport {
  try {
    return readEntry(value)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { id = '', name = '' } = typeof value === 'object' && value !== null ? (value as Partial<Legacy>) : {}
    return { status: 'invalid', id: String(id), name: String(name), reason: reasons(error) }
  }
}

async function create(tx: Tx, entry: Legacy, id: string, { principal, now }: ImportOptions): Promise<ImportReport> {
  const { name, description, fields, createdAt, updatedAt, extra } = entry
  const created = createdAt ?? now
  await insertProjectData(
    tx,
    { id, name, description, fields, created, updated: updatedAt ?? created },
    { principal, source: 'import', now },
  )
  await saveExtra(tx, id, extra)
  return { status: 'created', id, name }
}

/** Every store has the default project from its first start: until it is changed, it counts as absent. */
function isUntouchedDefault({ id, created, updated, tick }: ProjectRow): boolean {
  return id === defaultProjectId && created === updated && tick === 0
}

async function importIntoDefault(
  tx: Tx,
  entry: Legacy,
  existing: ProjectRow,
  by: ImportOptions,
): Promise<ImportReport> {
  const { name, description, fields, createdAt, updatedAt, extra } = entry
  const created = createdAt ?? existing.created
  const times = { created, updated: updatedAt ?? created }
  await replaceProjectContent(
    tx,
    existing.id,
    { name, description, fields, ...times },
    { principal: by.principal, source: 'import' },
  )
  await saveExtra(tx, existing.id, extra)
  return { status: 'created', id: existing.id, name }
}

interface ProjectContent {
  name: string
  description: string
  fields: Omit<ProjectPatch, 'name'>
  created: string
  updated: string
}

/** Gives an unused project the whole content of another, times included. */
async function replaceProjectContent(
  tx: Tx,
  id: string,
  { name, description, fields, created, updated }: ProjectContent,
  author: Omit<Author, 'now'>,
): Promise<void> {
  await tx.run(overwrite, { id, description, created, updated })
  await changeProject(tx, id, { name, ...fields }, { ...author, now: updated })
}

const maxBytes = 64 * 1024 * 1024

/** The elements of a JSON array; anything else is refused with the place where it goes wrong. */
export function readArray(text: string): unknown[] {
  if (Buffer.byteLength(text) > maxBytes) throw notWhole('The file is larger than 64 MiB.')
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw notWhole(`The file is not valid JSON${place(text, error)}.`)
  }
  if (!Array.isArray(value)) throw notWhole('The file must hold a JSON array of projects.')
  return value
}

/** Only where parsing failed: the text there may be private. */
function place(text: string, error: unknown): string {
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  // An end that comes too soon is reported without a position.
  const at = position === undefined ? text.length : Number(position)
  const before = text.slice(0, at).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function notWhole(message: string): Fault {
  return new Fault('INVALID_INPUT', message, { hint: 'Give a projects.json that is whole.' })
}

/** One project as a legacy file describes it. */
interface Legacy {
  id: string | undefined
  name: string
  description: string
  fields: Omit<ProjectPatch, 'name'>
  /** Unknown fields, kept for an export. */
  extra: { [key: string]: unknown }
  createdAt: string | undefined
  updatedAt: string | undefined
}

const KnownFields = z.object({
  id: z.string().optional(),
  name: ProjectName,
  description: text({ max: limits.description, blank: true }).optional(),
  ...z.object(ProjectFields).partial().shape,
  customData: z.looseObject(CustomTexts.shape).optional(),
})

const AnyFields = z.looseObject({})
const knownFields = new Set([...Object.keys(KnownFields.shape), 'createdAt', 'updatedAt'])

/** Later spellings of the same fields; the older one wins where both are there. */
const laterSpellings = new Map([
  ['fileSlice', 'slice'],
  ['fileTasks', 'taskFile'],
  ['dateProject', 'projectDate'],
])

/** Reads one element of the array; throws a Fault that names every field that does not fit. */
function readEntry(value: unknown): Legacy {
  const given = withOldSpellings(parseShape(AnyFields, value))
  const { id, name, description = '', ...fields } = parseShape(KnownFields, given)
  return {
    id,
    name: name.trim(),
    description,
    fields,
    extra: Object.fromEntries(Object.entries(given).filter(([key]) => !knownFields.has(key))),
    createdAt: instant(given.createdAt),
    updatedAt: instant(given.updatedAt),
  }
}

/** What is wrong with an entry, in one line. */
function reasons({ message, details }: Fault): string {
  // Made by parseShape, which is the only one asked here.
  const fields = (details?.fields ?? []) as FieldFault[]
  return fields.map(({ path, rule }) => `${path || 'entry'}: ${rule}`).join('; ') || message
}

function withOldSpellings(value: { [key: string]: unknown }): { [key: string]: unknown } {
  if (!Object.keys(value).some(key => laterSpellings.has(key))) return value
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => {
    const older = laterSpellings.get(key)
    return [older !== undefined && !(older in value) ? older : key, held]
  })
  // A later spelling beside the older one says nothing more.
  return Object.fromEntries(entries.filter(([key]) => !laterSpellings.has(key)))
}

function instant(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? parseInstant(value) : undefined
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
