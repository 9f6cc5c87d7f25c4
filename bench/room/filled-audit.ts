import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '../../src/db/open.ts'
import { receiptLine, signReceipt } from '../../src/receipts/chain.ts'
import { outputsOf, type ReceiptFacts } from '../../src/receipts/receipt.ts'
import { keyOf } from '../../src/receipts/signing.ts'
import { openAudit, type RoomAudit } from '../../src/room/audit/open.ts'

export interface FilledAudit {
  audit: RoomAudit
  folder: string
  close(): Promise<void>
}

export const output = 'The bell rang over the low water, and nobody on the causeway heard it.'

export function factsOf(session: string): Omit<ReceiptFacts, 'outputs'> {
  return {
    session_id: session,
    turn_id: 'turn_00112233445566cc',
    agent_id: 'chief',
    surface: 'chat',
    tool_id: 'file_reader',
    tool_version: '1.0.0',
    inputs: { file_path: 'Story/Scenes/SCN-04-the-causeway.md', start_line: 17, end_line: 21 },
    file_refs: [],
    ok: true,
    error: null,
    duration_ms: 3,
    nonce: '0123456789abcdef0123456789abcdef',
    timestamp: '2026-03-01T12:00:00.000Z',
  }
}

/** An audit with sessions of the given numbers of receipts: the lines are signed as minting does, and opening adopts them. */
export async function filledAudit(base: string, sessions: { [session: string]: number }): Promise<FilledAudit> {
  const db = await openDb({ location: join(base, 'daybook.db') })
  const folder = join(base, '.control-room', 'audit')
  const settings = { folder, db, project: 'default', clock: Date.now }
  const first = await openAudit(settings)
  for (const [session, count] of Object.entries(sessions)) await fill(first, folder, session, count)
  return { audit: await openAudit(settings), folder, close: () => db.close() }
}

async function fill(audit: RoomAudit, folder: string, session: string, count: number): Promise<void> {
  const { signature } = await audit.mint(factsOf(session), output)
  const key = keyOf(Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8'), 'base64'))
  let prev = signature
  let text = ''
  for (let seq = 2; seq <= count; seq++) {
    const receipt_id = `rcpt_${`${count}0${seq}`.padStart(12, '0')}`
    const receipt = signReceipt({ ...factsOf(session), outputs: outputsOf(output) }, { receipt_id, seq, prev }, key)
    text += receiptLine(receipt)
    prev = receipt.signature
  }
  appendFileSync(join(folder, 'sessions', session, 'tool_receipts.jsonl'), text)
}
