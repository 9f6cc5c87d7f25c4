import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { openDb } from '../../../src/db/open.ts'
import type { ReceiptFacts } from '../../../src/receipts/receipt.ts'
import { type AuditSettings, openAudit, openAuditReadOnly, type RoomAudit } from '../../../src/room/audit/open.ts'
import { createEmptyStore } from '../../support/engines.ts'
import { tempHome } from '../../support/tempdir.ts'

export interface OpenedAudit {
  settings: AuditSettings
  audit: RoomAudit
  /** Milliseconds the audit believes it is. */
  time: { now: number }
  path(name: string): string
  /** Mints receipts of one session, each with an output of its own. */
  mint(session: string, count: number, more?: Partial<Facts>): Promise<string[]>
  /** Another process would see this: nothing remembered, nothing touched. */
  reopenReadOnly(): RoomAudit
  close(): Promise<void>
}

type Facts = Omit<ReceiptFacts, 'outputs'>

/** An empty audit of the default project, on a store of its own or on one that is at hand. */
export async function openTestAudit(more: Partial<AuditSettings> = {}): Promise<OpenedAudit> {
  const db = more.db ?? (await openDb({ location: (await createEmptyStore('sqlite')).location }))
  await db.write(async tx => {
    for (const table of ['room_receipts', 'room_anchors', 'activity']) await tx.raw(`delete from ${table}`)
  })
  const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
  const folder = join(tempHome(), '.control-room', 'audit')
  const settings: AuditSettings = { folder, project: 'default', clock: () => time.now, ...more, db }
  const audit = await openAudit(settings)
  let runs = 0
  return {
    settings,
    audit,
    time,
    path: name => join(folder, name),
    async mint(session, count, given = {}) {
      const ids: string[] = []
      for (let left = count; left > 0; left--) {
        const output = `Output ${++runs}: ${'the bell rang over the low water. '.repeat(runs % 7 === 0 ? 90 : 1)}`
        ids.push((await audit.mint({ ...factsOf(session), ...given }, output)).receipt_id)
      }
      return ids
    },
    reopenReadOnly: () => openAuditReadOnly(settings),
    async close() {
      if (more.db === undefined) await db.close()
    },
  }
}

export const chat = 'chat_00112233445566aa'
export const conference = 'conf_00112233445566aa'

export function factsOf(session: string): Facts {
  return {
    session_id: session,
    turn_id: 'turn_00112233445566cc',
    agent_id: 'chief',
    surface: 'chat',
    tool_id: 'file_reader',
    tool_version: '1.0.0',
    inputs: { file_path: 'Story/x.md' },
    file_refs: [],
    ok: true,
    error: null,
    duration_ms: 3,
    nonce: null,
    timestamp: '2026-03-01T12:00:00.000Z',
  }
}

/** Every file below a folder with its bytes. */
export function filesIn(folder: string): Map<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = found.map(entry => join(entry.parentPath, entry.name)).sort()
  return new Map(paths.map(path => [relative(folder, path), readFileSync(path)]))
}
