import { describe, expect, it } from 'vitest'
import { recordColumns } from '../../src/db/tables.ts'
import { changesBetween, draftOf, readDraft, writeDraft } from '../../src/records/draft.ts'
import {
  contentFieldNames,
  contentFields,
  contentOf,
  emptyContent,
  type RecordContent,
  type StoredRecord,
  snapshotOf,
  toColumns,
} from '../../src/records/fields.ts'
import { createRecord } from '../../src/records/operations/create-record.ts'
import { getRecordDiff } from '../../src/records/operations/history.ts'
import { updateRecord } from '../../src/records/operations/update-record.ts'
import { Record } from '../../src/records/schema.ts'
import { textFields } from '../../src/records/text-fields.ts'
import { ExportedRecord } from '../../src/records/transfer/format.ts'
import { onBothEngines } from '../support/engines.ts'
import { recordCalls } from './record-calls.ts'
import { dumpStore } from './store-dump.ts'

// Follows the recipe "Adding a stored field of a record" in CONTRIBUTING.md: a forgotten place fails here.

const content: RecordContent = {
  ...emptyContent,
  ...Object.fromEntries(textFields.map(field => [field, `The ${field}.`])),
  type: 'Question',
  parent_id: 'R002',
  related: ['R003', 'R004'],
  metadata: { topic: 'clock' },
  affects: ['src/**/*.ts'],
  state: 'RESOLVED',
  state_reason: 'Answered.',
  resolved_by: 'R005',
  superseded_by: 'R006',
}

const row: StoredRecord = {
  ...toColumns(content),
  seq: 1,
  id: 'R001',
  project_id: 'default',
  path: '000000002.000000001.',
  depth: 2,
  version: 1,
  created: '2025-02-10T08:00:00.000Z',
  created_tick: 1,
  modified: '2025-02-10T08:00:00.000Z',
  modified_tick: 1,
  purged_ts: null,
}

describe('A stored field of a record', () => {
  it('A stored field of a record is written to its columns and read back the same', () => {
    expect(contentOf(snapshotOf(row))).toEqual(content)
    expect(contentOf(snapshotOf({ ...row, ...toColumns(emptyContent) }))).toEqual(emptyContent)
  })

  it('A stored field of a record has a value in this test that is not the empty one, so that nothing passes by chance', () => {
    for (const field of contentFieldNames) expect(content[field], field).not.toEqual(contentFields[field].empty)
  })

  it('A stored field of a record is part of the record on the wire', () => {
    const others = ['id', 'created', 'modified', 'project_id', 'version', 'depth']
    expect([...contentFieldNames, ...others].sort()).toEqual(Object.keys(Record.shape).sort())
    expect(Record.parse(snapshotOf(row))).toEqual(snapshotOf(row))
  })

  it('A stored field of a record is named in diffs', () => {
    expect(Object.keys(getRecordDiff.output.shape.diff.shape)).toEqual(contentFieldNames)
  })

  it('A stored field of a record survives an export', () => {
    const version = { tick: 1, session_id: 's', change: 'created', fields: [], reason: null, forced: false }
    const exported = { id: 'R001', versions: [{ ...version, overwritten_version: null, record: snapshotOf(row) }] }
    expect(ExportedRecord.parse(exported).versions[0]?.record).toEqual(snapshotOf(row))
  })

  it('A stored field of plain text is an argument of create_record and update_record', () => {
    expect(Object.keys(createRecord.input.shape)).toEqual(expect.arrayContaining([...textFields]))
    expect(Object.keys(updateRecord.input.shape)).toEqual(expect.arrayContaining([...textFields]))
  })

  it('A stored field of plain text can be edited in a draft of the command line', () => {
    const record = snapshotOf(row)
    const before = draftOf(record)
    for (const field of textFields) {
      const edited = writeDraft(record).replace(`The ${field}.`, `Another ${field}.`)
      expect(changesBetween(before, readDraft(edited, before))).toEqual({ [field]: `Another ${field}.` })
    }
  })
})

onBothEngines('A stored field of a record', (store, engine) => {
  const { must, createRoot } = recordCalls(store)

  it('the table of records has the columns that the migrations make', async () => {
    const named = await store.app.db.read(tx =>
      tx.raw<{ name: string }>(
        engine === 'sqlite'
          ? `select name from pragma_table_info('records')`
          : `select column_name as name from information_schema.columns where table_name = 'records'`,
      ),
    )
    expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(recordColumns).sort())
  })

  it('A stored field of plain text is created, updated, compared, exported, imported and purged', async () => {
    const first = Object.fromEntries(textFields.map(field => [field, `first-${field}`]))
    const { id, session } = await createRoot(first)
    for (const [index, field] of textFields.entries()) {
      const changed = await must('update_record', { id, session_id: session, [field]: `second-${field}` })
      expect(changed.record).toMatchObject({ [field]: `second-${field}`, version: index + 2 })
      const { diff } = await must('get_record_diff', { id, from: `v${index + 1}` })
      expect(Object.keys(diff)).toEqual([field])
    }
    const { record } = await must('show_record', { id })
    const { jsonl } = await must('export_records')
    await must('create_project', { name: 'Copy', id: 'copy' })
    const { ids } = await must('import_records', { project_id: 'copy', jsonl, dry_run: false })
    const imported = await must('show_record', { id: ids[id] })
    for (const field of textFields) expect(imported.record[field]).toBe(record[field])

    for (const each of [id, ids[id]]) await must('purge_record', { id: each, confirm: each })
    const left = JSON.stringify(await dumpStore(store.app))
    for (const field of textFields) expect(left).not.toContain(`second-${field}`)
  })
})
