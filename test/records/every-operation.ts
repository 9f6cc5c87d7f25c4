import { z } from 'zod'
import type { Operation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/operations.ts'

/** Arguments each operation of this part accepts when the record is active in the session. */
export function acceptable(session_id: string, id = 'R001'): Record<string, Record<string, unknown>> {
  const full = fullArguments(session_id, id)
  const known = { id, record_id: id, session_id, project_id: 'default', name: 'Name', type: 'note', base_version: 1 }
  return Object.fromEntries(
    recordsOperations.map(operation => [operation.name, full[operation.name] ?? requiredArguments(operation, known)]),
  )
}

export const recordsOperations = operations.filter(operation => operation.toolset === 'records')

/** A new operation is called with these; a field that is unknown here carries an example in its schema. */
function requiredArguments({ name, input }: Operation<never>, known: Record<string, unknown>) {
  const { required = [], properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    required.map(field => {
      const schema = properties[field]
      const [example] = typeof schema === 'object' ? (schema.examples ?? []) : []
      const value = known[field] ?? example
      if (value === undefined) throw new Error(`${name}: give ${field} an example, .meta({ examples: [...] })`)
      return [field, value]
    }),
  )
}

/** Arguments that reach more of an operation than its required ones do. */
function fullArguments(session_id: string, id: string): Record<string, Record<string, unknown>> {
  const text = { title: 'Title', summary: 'Summary', body: 'Body' }
  return {
    create_project: { name: 'Name', description: 'Text' },
    get_project: { id: 'default' },
    get_project_overview: { project_id: 'default', session_id },
    search_records: { query: 'title', types: ['question'], parent_id: id, metadata: { k: 'v' }, session_id },
    list_records: { types: ['question'], parent_id: id, project_id: 'default', session_id },
    activate: { id, session_id, parent_session: session_id },
    sync_session: { session_id },
    create_record: { ...text, type: 'note', parent_id: id, related: [id], reason: 'Why', session_id },
    update_record: { ...text, id, related: [], metadata: { k: 'v' }, force: true, session_id },
    transition: { id, to_state: 'RESOLVED', resolved_by: id, reason: 'Why', session_id },
    supersede_record: { id, superseded_by: null, reason: 'Why', session_id },
    decisions_for: { files: ['src/db/sqlite.ts'], project_id: 'default' },
    save_session: { summary: 'Summary', session_id },
    close_session: { summary: 'Summary', session_id },
    get_record_history: { id, since: '2020-01-01' },
    get_record_diff: { id, from: 'v1', to: 'current', session_id },
    get_active_sessions: { record_id: id, session_id },
    get_recent_activity: { record_id: id, by_session: session_id, project_id: 'default', session_id },
    move_record: { id, parent_id: null, base_version: 1 },
    purge_record: { id, confirm: id },
    list_sessions: { project_id: 'default' },
    close_old_sessions: { project_id: 'default', older_than: '30d' },
    export_records: { project_id: 'default' },
    import_records: { project_id: 'default', jsonl: 'x' },
    check_records: { project_id: 'default' },
    show_record: { id, at: 'v1', session_id },
    whoami: { project_id: 'default' },
    show_evidence: { project_id: 'default', kind: 'file', ref: 'README.md', lines: '1-2', sha256: '0'.repeat(64) },
    cited_by: { place: 'diary:2026-05-12', project_id: 'default' },
  }
}

/** The arguments of an operation and what each looks like, as every interface publishes them. */
export function fieldsOf(name: string): Array<{ field: string; type: unknown; anyOf: unknown }> {
  const operation = recordsOperations.find(each => each.name === name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const { properties } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties ?? {}).map(([field, schema]) => ({
    field,
    type: typeof schema === 'object' ? schema.type : undefined,
    anyOf: typeof schema === 'object' ? schema.anyOf : undefined,
  }))
}
