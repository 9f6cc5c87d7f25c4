// A process of its own on an audit: mints receipts and reports each one until it is killed.
import { openDb } from '../../src/db/open.ts'
import { openAudit, type RoomAudit } from '../../src/room/audit/open.ts'
import { say, takeCommands } from './commands.ts'

export type Command =
  | { do: 'open'; location: string; folder: string }
  /** Mints in the sessions in turn, for ever; every so often it rotates the key or files a report. */
  | { do: 'mint'; sessions: string[]; issue: number }

let audit: RoomAudit | undefined
void takeCommands<Command>(async command => {
  try {
    await obey(command)
  } catch (error) {
    await say({ failed: error instanceof Error ? error.message : String(error), details: Object(error).details })
  }
})

async function obey(command: Command): Promise<void> {
  if (command.do === 'open') {
    const db = await openDb({ location: command.location })
    audit = await openAudit({ folder: command.folder, db, project: 'default', clock: Date.now })
    return say({ opened: true })
  }
  if (!audit) throw new Error('No audit is open.')
  for (let n = 1; ; n++) {
    const session_id = command.sessions[n % command.sessions.length] ?? ''
    const output = `${process.pid} ${n} ${'word '.repeat((n * 131) % 700)}`
    const { receipt_id } = await audit.mint(
      {
        session_id,
        turn_id: `turn_${n}`,
        agent_id: null,
        surface: 'cli',
        tool_id: 'file_reader',
        tool_version: '1.0.0',
        inputs: { n },
        file_refs: [],
        ok: true,
        error: null,
        duration_ms: 1,
        nonce: null,
        timestamp: new Date().toISOString(),
      },
      output,
    )
    await say({ receipt: receipt_id, session: session_id, output })
    if (n % 7 === 0) await say({ rotated: (await audit.rotateKey()).to })
    if (n % 3 === 0) {
      const [filed] = await audit.fileWithIssue(command.issue, [
        { kind: 'report', packetId: `pkt_${process.pid}_${n}`, bytes: Buffer.from(output) },
      ])
      await say({ filed: filed?.filename })
    }
  }
}
